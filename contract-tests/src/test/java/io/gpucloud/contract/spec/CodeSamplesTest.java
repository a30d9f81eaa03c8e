package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.openapi.OpenApiOperation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** The code samples of the contract run: those in Java are compiled and run, those for curl are executed. */
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

    private static ExampleAccount account;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        account = new ExampleAccount();
    }

    @AfterAll
    static void stop() {
        account.close();
    }

    static List<OpenApiOperation> operations() {
        return Examples.operations();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void inJavaRun(OpenApiOperation operation) throws Exception {
        Path source = folder.resolve("Sample.java");
        Files.writeString(source, PROGRAM.formatted(account.set(operation, Examples.sample(operation, "Java"))));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString());
        assertThat(result).isZero();
        try (GpuCloudClient client = GpuCloudClient.forStub(account.baseUrl(), ExampleAccount.KEY);
                URLClassLoader classes =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            classes.loadClass("Sample").getMethod("run", GpuCloudClient.class).invoke(null, client);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void forCurlSucceed(OpenApiOperation operation) throws Exception {
        Program.require("curl");
        Program.Result result = Program.run(
                List.of("sh", "-c", account.set(operation, Examples.sample(operation, "Shell"))),
                Map.of("GPU_CLOUD_BASE_URL", account.baseUrl(), "GPU_CLOUD_API_KEY", ExampleAccount.KEY));
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(JsonMapper.shared().readTree(result.output()).at("/code").asInt(99))
                .as(result.output())
                .isZero();
    }
}
