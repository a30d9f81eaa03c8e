package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client as a module that another module requires, in a separate JVM. Only this test detects missing entries in
 * {@code module-info}.
 */
@Tag("ci")
class ModulePathTest {

    private static final String MODULE = """
            module com.example {
                requires io.gpucloud.client;
            }
            """;

    private static final String MAIN = """
            package com.example;

            import io.gpucloud.client.GpuCloudClient;

            public class Main {
                public static void main(String[] arguments) {
                    try (GpuCloudClient client = GpuCloudClient.builder().baseUrl(arguments[0]).apiKey("demo-key").build()) {
                        System.out.print(GpuCloudClient.class.getModule() + " " + client.billing().balance().balance());
                    }
                }
            }
            """;

    @Test
    void makesACall(@TempDir Path folder) throws Exception {
        Path module = Files.writeString(folder.resolve("module-info.java"), MODULE);
        Path source = Files.writeString(folder.resolve("Main.java"), MAIN);
        String[] options = {"-d", folder + "", "--module-path", modulePath(), module + "", source + ""};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();

        try (FaultServer server = FaultServer.replying(Reply.data("{\"balance\":12.5,\"card_balance\":0}"))) {
            Process java = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "--module-path",
                            folder + File.pathSeparator + modulePath(),
                            "--module",
                            "com.example/com.example.Main",
                            server.url())
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(printed).contains("module io.gpucloud.client 12.5");
            assertThat(java.waitFor()).isZero();
        }
    }

    @Test
    void needsNineJarsAndLessThanSixMegabytes() throws IOException {
        List<File> jars = Stream.of(modulePath().split(File.pathSeparator, -1))
                .map(File::new)
                .filter(File::isFile)
                .toList();

        assertThat(jars).hasSize(10);
        assertThat(jars.stream().mapToLong(File::length).sum()).isLessThan(6_000_000);
    }

    /** The client and its runtime dependencies, without optional ones and those of tests. */
    private static String modulePath() throws IOException {
        // HttpClient brings httpcore5-h2.
        List<String> needed = Stream.concat(
                        Stream.of("/client/target/classes", "/httpcore5-h2/"), foldersOfDependencies())
                .toList();
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> needed.stream().anyMatch(entry.replace('\\', '/')::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The path of a declared dependency in a repository. */
    private static Stream<String> foldersOfDependencies() throws IOException {
        String pom = Files.readString(Path.of("pom.xml")).replaceFirst("(?s)<build>.*", "");
        return Pattern.compile("(?s)<dependency>.*?</dependency>")
                .matcher(pom)
                .results()
                .map(MatchResult::group)
                .filter(dependency -> !dependency.contains("<optional>") && !dependency.contains("<scope>test"))
                .map(dependency -> "/" + element(dependency, "groupId").replace('.', '/') + "/"
                        + element(dependency, "artifactId") + "/");
    }

    private static String element(String xml, String name) {
        return xml.replaceFirst("(?s).*?<" + name + ">(.*?)</" + name + ">.*", "$1");
    }
}
