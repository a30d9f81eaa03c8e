package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class SpecFilesGeneratorTest {

    private static final FileTime LONG_AGO = FileTime.fromMillis(0);

    @TempDir
    Path folder;

    @TempDir
    Path target;

    static List<OpenApiDocument> contracts() {
        return Contracts.all();
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void areInTheJar(OpenApiDocument contract) throws IOException {
        String name = contract.file().replace(".yaml", "");
        ObjectNode withSamples = CodeSamples.addedTo(Contracts.json(contract), java());
        ObjectNode twin = OpenApi30Converter.of(withSamples);
        assertThat(published(name + ".yaml")).isEqualTo(withSamples);
        assertThat(published(name + ".json")).isEqualTo(withSamples);
        assertThat(published(name + ".openapi30.json")).isEqualTo(twin);
        assertThat(published(name + ".openapi30.yaml")).isEqualTo(twin);
    }

    @ParameterizedTest
    @CsvSource({"gpu-cloud-v2, Shell Java Python TypeScript", "stub-admin-v1, Shell Python"})
    void haveSamplesForEachOperation(String name, String languages) throws IOException {
        ObjectNode contract = published(name + ".yaml");
        assertThat(contract.findValues("x-codeSamples"))
                .hasSameSizeAs(contract.get("paths").findValues("tags"))
                .allSatisfy(samples ->
                        assertThat(samples.findValuesAsString("lang")).containsExactly(languages.split(" ")));
    }

    @Test
    void haveASampleInJavaForNoOtherOperation() throws IOException {
        assertThat(published("gpu-cloud-v2-observed.yaml").findValuesAsString("operationId"))
                .hasSameElementsAs(java().propertyNames());
    }

    @Test
    void areNotWrittenIfTheyAreUnchanged() throws IOException {
        contract("one-v1.yaml", "One");
        contract("other-v2.yaml", "Other");
        SpecFilesGenerator.main(new String[] {folder.toString(), target.toString()});
        for (String name : names()) {
            Files.setLastModifiedTime(target.resolve(name), LONG_AGO);
        }
        contract("other-v2.yaml", "Changed");
        SpecFilesGenerator.main(new String[] {folder.toString(), target.toString()});
        assertThat(names().stream().filter(name -> isOfLongAgo(target.resolve(name))))
                .containsExactly("one-v1.json", "one-v1.openapi30.json", "one-v1.openapi30.yaml", "one-v1.yaml");
    }

    private void contract(String name, String title) throws IOException {
        Files.writeString(folder.resolve(name), "{openapi: 3.1.1, info: {title: %s}}".formatted(title));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static boolean isOfLongAgo(Path file) {
        return file.toFile().lastModified() == LONG_AGO.toMillis();
    }

    private static ObjectNode java() throws IOException {
        try (InputStream samples = Files.newInputStream(Path.of("java-samples.yaml"))) {
            return SpecFilesGenerator.read(samples);
        }
    }

    private static ObjectNode published(String file) throws IOException {
        try (InputStream content = SpecFilesGeneratorTest.class.getResourceAsStream("/META-INF/openapi/" + file)) {
            return SpecFilesGenerator.read(content);
        }
    }
}
