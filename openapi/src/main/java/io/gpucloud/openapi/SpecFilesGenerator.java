package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * Generates the documents that are published from those that are written by hand: with code samples, as YAML and JSON,
 * in OpenAPI 3.1 and 3.0. The contract of the service is also made with its observed additions, and without anything
 * that this project adds to the documentation. The catalogue of assumptions becomes JSON, so that nothing reads YAML
 * when it starts. Run by the build.
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

    private final Path target;
    private final JsonNode javaSamples;

    private SpecFilesGenerator(Path source, Path target) throws IOException {
        this.target = target;
        Path java = source.resolve("java-samples.yaml");
        this.javaSamples = Files.exists(java) ? read(java) : MissingNode.getInstance();
    }

    /**
     * Writes all forms of the contracts of a folder into another. The overlay {@code overlays/observed.overlay.yaml} of
     * {@code gpu-cloud-v2.yaml} makes {@code gpu-cloud-v2-observed.yaml}. Files that would not change are not written.
     *
     * @param args the folder of the documents that are written by hand, and the folder of all forms
     * @throws IOException if a folder cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        Path source = Path.of(args[0]);
        var generator = new SpecFilesGenerator(source, Path.of(args[1]));
        try (DirectoryStream<Path> contracts = Files.newDirectoryStream(source, "*-v?.yaml")) {
            for (Path contract : contracts) {
                generator.write(contract.getFileName().toString().replace(".yaml", ""), read(contract));
            }
        }
        Path overlay = source.resolve("overlays/observed.overlay.yaml");
        if (Files.exists(overlay)) {
            ObjectNode contract = read(source.resolve("gpu-cloud-v2.yaml"));
            generator.write("gpu-cloud-v2-observed", AdditiveOverlay.applied(read(overlay), contract));
            String documented = YAML.writeValueAsString(DocumentedContract.of(contract));
            write(generator.target.resolve("gpu-cloud-v2-documented.yaml"), documented);
        }
        Path assumptions = source.resolve("assumptions.yaml");
        if (Files.exists(assumptions)) {
            write(generator.target.resolve("assumptions.json"), JSON.writeValueAsString(read(assumptions)));
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

    private void write(String name, ObjectNode contract) throws IOException {
        ObjectNode document = CodeSamples.addedTo(contract, javaSamples);
        ObjectNode twin = OpenApi30Converter.of(document);
        write(target.resolve(name + ".yaml"), YAML.writeValueAsString(document));
        write(target.resolve(name + ".json"), JSON.writeValueAsString(document));
        write(target.resolve(name + ".openapi30.json"), JSON.writeValueAsString(twin));
        write(target.resolve(name + ".openapi30.yaml"), YAML.writeValueAsString(twin));
    }

    static void write(Path file, String content) throws IOException {
        byte[] bytes = (content.replace(System.lineSeparator(), "\n").strip() + "\n").getBytes(UTF_8);
        if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
            Files.write(file, bytes);
        }
    }
}
