package io.gpucloud.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * The published collections for Postman and Bruno run a whole life cycle against the stub, and belong to the contract.
 */
class CollectionsIT {

    private static final Path HERE = Path.of("").toAbsolutePath();
    private static final Path OPENAPI = HERE.resolve("../../openapi").normalize();
    private static final Path COLLECTIONS = OPENAPI.resolve("collections");

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start(
            "stub.validate=enforce",
            "stub.lifecycle.boot=2s",
            "stub.lifecycle.shutdown=1s",
            "stub.lifecycle.image-upload=1s");

    @Test
    void postmanCollectionRunsALifeCycle() throws Exception {
        postman(baseUrl());
    }

    @Test
    void brunoCollectionRunsALifeCycle() throws Exception {
        bruno(baseUrl());
    }

    @Test
    void postmanCollectionFailsIfAnInstanceNeverRuns() {
        try (GpuCloudStub slow = GpuCloudStub.start("stub.lifecycle.boot=1h")) {
            assertThatThrownBy(() -> postman("base_url=" + slow.baseUrl(), "attempts=2"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("status is 2");
        }
    }

    @Test
    void brunoCollectionFailsIfAnInstanceNeverRuns() {
        try (GpuCloudStub slow = GpuCloudStub.start("stub.lifecycle.boot=1h")) {
            assertThatThrownBy(() -> bruno("base_url=" + slow.baseUrl(), "attempts=2"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("status is 2");
        }
    }

    @Test
    void collectionsMatchTheContract() throws Exception {
        Path generated = Files.createDirectories(HERE.resolve("target/collections"));
        ExternalProgram.run(
                HERE,
                Map.of(),
                "node",
                "collections/generate.mjs",
                OPENAPI.resolve("gpu-cloud-v2.yaml").toString(),
                generated.toString());
        assertThat(files(COLLECTIONS))
                .as("npm run collections writes the files again")
                .isEqualTo(files(generated));
    }

    private static String baseUrl() {
        return "base_url=" + STUB.baseUrl();
    }

    private static void postman(String... variables) throws Exception {
        run(COLLECTIONS, variables, "newman", "run", "gpu-cloud-v2.postman_collection.json", "--bail");
    }

    private static void bruno(String... variables) throws Exception {
        run(COLLECTIONS.resolve("bruno"), variables, "bru", "run", "--bail", "--env", "Local stub");
    }

    private static void run(Path folder, String[] variables, String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(HERE.resolve("node_modules/.bin/" + program).toString());
        command.addAll(List.of(arguments));
        for (String variable : variables) {
            command.addAll(List.of("--env-var", variable));
        }
        ExternalProgram.run(folder, Map.of(), command.toArray(String[]::new));
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return contents;
    }
}
