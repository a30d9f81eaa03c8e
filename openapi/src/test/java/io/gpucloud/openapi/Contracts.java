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

/** The contracts of this module, for tests that hold for each of them. */
final class Contracts {

    private Contracts() {}

    static List<Contract> all() {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return files.filter(file -> file.toString().matches(".*-v.\\.yaml"))
                    .sorted()
                    .map(Contracts::read)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Contract of(String yaml) {
        return Contract.of("test.yaml", SpecFiles.read(new ByteArrayInputStream(yaml.getBytes(UTF_8))));
    }

    static Contract read(Path file) {
        try (InputStream yaml = Files.newInputStream(file)) {
            return Contract.of(file.toString(), SpecFiles.read(yaml));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** All places of a contract, the outer ones first. */
    static Stream<Place> places(Contract contract) {
        return places(new Place(contract.document(), ""));
    }

    private static Stream<Place> places(Place place) {
        return Stream.concat(
                Stream.of(place),
                place.text("$ref").isEmpty()
                        ? place.children().values().stream().flatMap(Contracts::places)
                        : place.node().propertyStream().flatMap(member -> places(place.own(member.getKey()))));
    }
}
