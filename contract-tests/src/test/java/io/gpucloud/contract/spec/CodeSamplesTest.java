package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.TypeScript;
import io.gpucloud.openapi.OpenApiOperation;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Compiles and runs the code samples of the contract against the stub. A sample fails if {@code code} is not 0. */
class CodeSamplesTest {

    /**
     * Each sample is a method of one class, because each run of the compiler reads the whole class path. The output of
     * the samples is not printed in a build.
     */
    private static final String PROGRAM = """
            import io.gpucloud.client.*;
            import io.gpucloud.client.model.*;
            import io.gpucloud.client.resource.*;
            import java.time.*;

            public final class Samples {
                private static final java.io.PrintStream OUT =
                        new java.io.PrintStream(java.io.OutputStream.nullOutputStream());
            %s
            }
            """;

    private static final String SAMPLE = """
                public static void %s(GpuCloudClient client) {
            %s
                }
            """;

    @AutoClose
    static final ExampleAccount ACCOUNT = new ExampleAccount();

    @TempDir
    static Path classes;

    @TempDir
    Path folder;

    static List<OpenApiOperation> operations() {
        return Examples.operations();
    }

    /**
     * The stub gives the same identifiers after each reset, so the compiled samples name an instance that exists when
     * they run.
     */
    @BeforeAll
    static void compileJava() throws IOException {
        String samples = operations().stream()
                .map(operation ->
                        SAMPLE.formatted(operation.id(), ACCOUNT.set(operation, Examples.sample(operation, "Java"))))
                .collect(Collectors.joining())
                .replace("System.out", "OUT");
        Path source = Files.writeString(classes.resolve("Samples.java"), PROGRAM.formatted(samples));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString());
        assertThat(result).isZero();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void inJavaRun(OpenApiOperation operation) throws Exception {
        ACCOUNT.set(operation, "");
        try (GpuCloudClient client = StubClient.of(ACCOUNT.baseUrl(), ExampleAccount.KEY);
                var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            loader.loadClass("Samples")
                    .getMethod(operation.id(), GpuCloudClient.class)
                    .invoke(null, client);
        }
    }

    @ParameterizedTest
    @Tag("ci")
    @MethodSource("operations")
    void forCurlSucceed(OpenApiOperation operation) throws Exception {
        ExternalProgram.require("curl");
        String response = succeed("sh", "-c", ACCOUNT.set(operation, Examples.sample(operation, "Shell")));
        assertThat(JsonMapper.shared().readTree(response).at("/code").asInt(99))
                .as(response)
                .isZero();
    }

    @ParameterizedTest
    @Tag("ci")
    @MethodSource("operations")
    void inPythonSucceed(OpenApiOperation operation) throws Exception {
        succeed("python3", "-c", ACCOUNT.set(operation, Examples.sample(operation, "Python")));
    }

    @Test
    @Tag("ci")
    void inTypeScriptCompileStrictlyAndSucceed() throws Exception {
        List<Path> sources = new ArrayList<>();
        for (OpenApiOperation operation : operations()) {
            String sample = Examples.sample(operation, "TypeScript") + "\nexport {};\n";
            sources.add(Files.writeString(folder.resolve(operation.id() + ".ts"), sample));
        }
        TypeScript.compile(folder, sources);
        for (OpenApiOperation operation : operations()) {
            Path program = folder.resolve(operation.id() + ".js");
            Files.writeString(program, ACCOUNT.set(operation, Files.readString(program)));
            succeed("node", program);
        }
    }

    private static String succeed(String program, Object... arguments) throws Exception {
        return ExternalProgram.of(program, arguments)
                .calling(ACCOUNT.baseUrl(), ExampleAccount.KEY)
                .succeed();
    }
}
