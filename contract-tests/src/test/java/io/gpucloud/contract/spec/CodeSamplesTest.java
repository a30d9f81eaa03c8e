package io.gpucloud.contract.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** The code samples of the contract do what they say: those in Java compile and run, and so do those for curl. */
class CodeSamplesTest {

    private static final String PROGRAM = """
            import io.gpucloud.client.*;
            import io.gpucloud.client.model.*;
            import io.gpucloud.client.resource.*;
            import java.time.*;

            public final class Sample {
                public static void run(GpuCloudClient client) {
            %s
                }
            }
            """;

    private static Scene scene;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        scene = new Scene();
    }

    @AfterAll
    static void stop() {
        scene.close();
    }

    static List<SpecOperation> operations() {
        return SpecOperation.all();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void inJavaRun(SpecOperation operation) throws Exception {
        Path source = folder.resolve("Sample.java");
        Files.writeString(source, PROGRAM.formatted(scene.set(operation, operation.sample("Java"))));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString());
        assertThat(result).isZero();
        try (GpuCloudClient client = GpuCloudClient.forStub(scene.baseUrl(), Scene.KEY);
                URLClassLoader classes =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            classes.loadClass("Sample").getMethod("run", GpuCloudClient.class).invoke(null, client);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void forCurlSucceed(SpecOperation operation) throws Exception {
        assumeThat(isThere("curl")).as("curl is installed").isTrue();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", scene.set(operation, operation.sample("Shell")))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        shell.environment().put("GPU_CLOUD_BASE_URL", scene.baseUrl());
        shell.environment().put("GPU_CLOUD_API_KEY", Scene.KEY);
        shell.environment()
                .keySet()
                .removeIf(name -> name.toLowerCase(java.util.Locale.ROOT).endsWith("_proxy"));
        Process process = shell.start();
        String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(JsonMapper.shared().readTree(answer).at("/code").asInt(99))
                .as(answer)
                .isZero();
    }

    private static boolean isThere(String program) throws IOException {
        return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
