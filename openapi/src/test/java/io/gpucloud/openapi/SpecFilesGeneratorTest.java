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
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class SpecFilesGeneratorTest {

    private static final FileTime LONG_AGO = FileTime.fromMillis(0);

    @TempDir
    Path folder;

    static List<OpenApiDocument> contracts() {
        return Contracts.all();
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void areInTheJar(OpenApiDocument contract) throws IOException {
        String name = contract.file().replace(".yaml", "");
        ObjectNode withSamples = AdminSamples.addedTo(Contracts.json(contract));
        ObjectNode twin = OpenApi30Converter.of(withSamples);
        assertThat(published(name + ".yaml")).isEqualTo(contract.root().value());
        assertThat(published(name + ".json")).isEqualTo(withSamples);
        assertThat(published(name + ".openapi30.json")).isEqualTo(twin);
        assertThat(published(name + ".openapi30.yaml")).isEqualTo(twin);
    }

    @Test
    void haveSamplesOnlyInTheAdminDocument() throws IOException {
        ObjectNode administration = Contracts.json(Contracts.read(Path.of("stub-admin-v1.yaml")));
        assertThat(AdminSamples.addedTo(administration).findValues("x-codeSamples"))
                .hasSameSizeAs(administration.findValues("operationId"))
                .allSatisfy(samples ->
                        assertThat(samples.findValuesAsString("lang")).containsExactly("Shell", "Python"));
        ObjectNode service = Contracts.json(Contracts.read(Path.of("gpu-cloud-v2.yaml")));
        assertThat(AdminSamples.addedTo(service)).isEqualTo(service);
    }

    @Test
    void areNotWrittenIfTheyAreUnchanged() throws IOException {
        contract("one-v1.yaml", "One");
        contract("other-v2.yaml", "Other");
        SpecFilesGenerator.main(new String[] {folder.toString()});
        for (String name : names()) {
            Files.setLastModifiedTime(folder.resolve(name), LONG_AGO);
        }
        contract("other-v2.yaml", "Changed");
        SpecFilesGenerator.main(new String[] {folder.toString()});
        assertThat(names().stream().filter(name -> isOfLongAgo(folder.resolve(name))))
                .containsExactly("one-v1.json", "one-v1.openapi30.json", "one-v1.openapi30.yaml", "one-v1.yaml");
    }

    private void contract(String name, String title) throws IOException {
        Files.writeString(folder.resolve(name), "{openapi: 3.1.1, info: {title: %s}}".formatted(title));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static boolean isOfLongAgo(Path file) {
        return file.toFile().lastModified() == LONG_AGO.toMillis();
    }

    private static ObjectNode published(String file) throws IOException {
        try (InputStream content = SpecFilesGeneratorTest.class.getResourceAsStream("/META-INF/openapi/" + file)) {
            return SpecFilesGenerator.read(content);
        }
    }
}
