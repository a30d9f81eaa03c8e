package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The contracts of this module, for tests that apply to all of them. */
final class Contracts {

    private Contracts() {}

    /** The documents that are written by hand, and the observed one, which the build makes. */
    static List<OpenApiDocument> all() {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return Stream.concat(
                            files.filter(file -> file.toString().matches(".*-v.\\.yaml"))
                                    .sorted(),
                            Stream.of(Path.of("target/classes/META-INF/openapi/gpu-cloud-v2-observed.yaml")))
                    .map(Contracts::read)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static OpenApiDocument of(String yaml) {
        return OpenApiDocument.of("test.yaml", SpecFilesGenerator.read(new ByteArrayInputStream(yaml.getBytes(UTF_8))));
    }

    static OpenApiDocument read(Path file) {
        try (InputStream yaml = Files.newInputStream(file)) {
            return OpenApiDocument.of(file.getFileName().toString(), SpecFilesGenerator.read(yaml));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The whole document, as input for the converters. */
    static ObjectNode json(OpenApiDocument contract) {
        return (ObjectNode) contract.root().value();
    }

    /** All positions of a contract, the outer ones first. */
    static Stream<DocumentNode> places(OpenApiDocument contract) {
        return places(contract.root());
    }

    private static Stream<DocumentNode> places(DocumentNode node) {
        return Stream.concat(
                Stream.of(node),
                node.text("$ref").isEmpty()
                        ? node.children().values().stream().flatMap(Contracts::places)
                        : node.value().propertyStream().flatMap(member -> places(node.child(member.getKey()))));
    }
}
