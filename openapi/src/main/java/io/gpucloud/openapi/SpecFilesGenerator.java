package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * Generates the contract with observed additions, and the other forms of the contracts: JSON, and OpenAPI 3.0 as YAML
 * and JSON. The other forms of the contract of {@code /__admin} also have code samples. The catalogue of assumptions
 * becomes JSON, so that nothing reads YAML when it starts. Run by the build.
 */
final class SpecFilesGenerator {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .disable(YAMLWriteFeature.SPLIT_LINES)
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .enable(YAMLWriteFeature.INDENT_ARRAYS_WITH_INDICATOR)
            .build();

    private SpecFilesGenerator() {}

    /**
     * Writes the contract with its overlay, and the other forms of all contracts of a folder, into the same folder. The
     * overlay {@code overlays/observed.overlay.yaml} of {@code gpu-cloud-v2.yaml} makes
     * {@code gpu-cloud-v2-observed.yaml}. Files that would not change are not written.
     *
     * @param args the folder
     * @throws IOException if it cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Path overlay = folder.resolve("overlays/observed.overlay.yaml");
        if (Files.exists(overlay)) {
            ObjectNode observed = AdditiveOverlay.applied(read(overlay), read(folder.resolve("gpu-cloud-v2.yaml")));
            write(folder.resolve("gpu-cloud-v2-observed.yaml"), YAML.writeValueAsString(observed));
        }
        try (DirectoryStream<Path> contracts = Files.newDirectoryStream(folder, "*-v?{,-observed}.yaml")) {
            for (Path contract : contracts) {
                write(contract);
            }
        }
        Path assumptions = folder.resolve("assumptions.yaml");
        if (Files.exists(assumptions)) {
            write(folder.resolve("assumptions.json"), JSON.writeValueAsString(read(assumptions)));
        }
    }

    private static ObjectNode read(Path file) throws IOException {
        try (InputStream yaml = Files.newInputStream(file)) {
            return read(yaml);
        }
    }

    static ObjectNode read(InputStream yaml) {
        return (ObjectNode) YAML.readTree(yaml);
    }

    private static void write(Path contract) throws IOException {
        ObjectNode document = AdminSamples.addedTo(read(contract));
        String name = contract.getFileName().toString().replace(".yaml", "");
        ObjectNode twin = OpenApi30Converter.of(document);
        write(contract.resolveSibling(name + ".json"), JSON.writeValueAsString(document));
        write(contract.resolveSibling(name + ".openapi30.json"), JSON.writeValueAsString(twin));
        write(contract.resolveSibling(name + ".openapi30.yaml"), YAML.writeValueAsString(twin));
    }

    static void write(Path file, String content) throws IOException {
        byte[] bytes = (content.replace(System.lineSeparator(), "\n").strip() + "\n").getBytes(UTF_8);
        if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
            Files.write(file, bytes);
        }
    }
}
