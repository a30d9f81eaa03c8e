package io.gpucloud.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The published collections for Postman and Bruno run a whole life cycle against the stub, and belong to the contract. */
class CollectionsIT {

    private static final Path HERE = Path.of("").toAbsolutePath();
    private static final Path OPENAPI = HERE.resolve("../../openapi").normalize();
    private static final Path COLLECTIONS = OPENAPI.resolve("collections");

    private static GpuCloudStub stub;

    @BeforeAll
    static void start() {
        stub = GpuCloudStub.start(
                "stub.validate=enforce",
                "stub.lifecycle.boot=2s",
                "stub.lifecycle.shutdown=1s",
                "stub.lifecycle.image-upload=1s");
    }

    @AfterAll
    static void stop() {
        stub.close();
    }

    @Test
    void postmanCollectionRunsALifeCycle() throws Exception {
        run(COLLECTIONS, "newman", "run", "gpu-cloud-v2.postman_collection.json", "--bail", "--env-var", baseUrl());
    }

    @Test
    void brunoCollectionRunsALifeCycle() throws Exception {
        run(COLLECTIONS.resolve("bruno"), "bru", "run", "--bail", "--env", "Local stub", "--env-var", baseUrl());
    }

    @Test
    void collectionsAreThoseOfTheContract() throws Exception {
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
        return "base_url=" + stub.baseUrl();
    }

    private static void run(Path folder, String program, String... arguments) throws Exception {
        String[] command = Stream.concat(
                        Stream.of(HERE.resolve("node_modules/.bin/" + program).toString()), Stream.of(arguments))
                .toArray(String[]::new);
        ExternalProgram.run(folder, Map.of(), command);
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
