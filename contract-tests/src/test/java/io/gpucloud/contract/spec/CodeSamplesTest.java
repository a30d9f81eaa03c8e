package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.TypeScript;
import io.gpucloud.openapi.OpenApiOperation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Compiles and runs the code samples of the contract against the stub. A sample fails if {@code code} is not 0. */
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

    @RegisterExtension
    static final ExampleAccount ACCOUNT = new ExampleAccount();

    @TempDir
    Path folder;

    static List<OpenApiOperation> operations() {
        return Examples.operations();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void inJavaRun(OpenApiOperation operation) throws Exception {
        Path source = folder.resolve("Sample.java");
        Files.writeString(source, PROGRAM.formatted(ACCOUNT.set(operation, Examples.sample(operation, "Java"))));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString());
        assertThat(result).isZero();
        try (GpuCloudClient client = GpuCloudClient.forStub(ACCOUNT.baseUrl(), ExampleAccount.KEY);
                URLClassLoader classes =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            classes.loadClass("Sample").getMethod("run", GpuCloudClient.class).invoke(null, client);
        }
    }

    @ParameterizedTest
    @Tag("ci-more")
    @MethodSource("operations")
    void forCurlSucceed(OpenApiOperation operation) throws Exception {
        ExternalProgram.require("curl");
        ExternalProgram.Result result = ExternalProgram.run(
                List.of("sh", "-c", ACCOUNT.set(operation, Examples.sample(operation, "Shell"))),
                Map.of("GPU_CLOUD_BASE_URL", ACCOUNT.baseUrl(), "GPU_CLOUD_API_KEY", ExampleAccount.KEY));
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(JsonMapper.shared().readTree(result.output()).at("/code").asInt(99))
                .as(result.output())
                .isZero();
    }

    @ParameterizedTest
    @Tag("ci")
    @MethodSource("operations")
    void inPythonSucceed(OpenApiOperation operation) throws Exception {
        String python = ExternalProgram.require("python3").toString();
        succeed(List.of(python, "-c", ACCOUNT.set(operation, Examples.sample(operation, "Python"))));
    }

    @Test
    @Tag("ci")
    void inTypeScriptCompileStrictlyAndSucceed() throws Exception {
        String node = ExternalProgram.require("node").toString();
        List<Path> sources = new ArrayList<>();
        for (OpenApiOperation operation : operations()) {
            String sample = Examples.sample(operation, "TypeScript") + "\nexport {};\n";
            sources.add(Files.writeString(folder.resolve(operation.id() + ".ts"), sample));
        }
        TypeScript.compile(folder, sources);
        for (OpenApiOperation operation : operations()) {
            Path program = folder.resolve(operation.id() + ".js");
            Files.writeString(program, ACCOUNT.set(operation, Files.readString(program)));
            succeed(List.of(node, program.toString()));
        }
    }

    private static void succeed(List<String> command) throws Exception {
        ExternalProgram.Result result = ExternalProgram.run(
                command, Map.of("GPU_CLOUD_BASE_URL", ACCOUNT.baseUrl(), "GPU_CLOUD_API_KEY", ExampleAccount.KEY));
        assertThat(result.status()).as(result.output()).isZero();
    }
}
