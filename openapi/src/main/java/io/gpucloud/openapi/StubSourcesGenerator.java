package io.gpucloud.openapi;

import static java.util.stream.Collectors.joining;

import io.gpucloud.openapi.Assumption.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Generates Java of the stub from the catalogue of assumptions: the errors of the account, and the settings below
 * {@code stub.assumptions}. The type of a setting with words is an enumeration whose name is that of the setting; the
 * model has some of them. Run by the build of the stub.
 */
final class StubSourcesGenerator {

    private static final String SETTINGS = "stub.assumptions.";

    private static final String ERRORS = """
            package io.gpucloud.stub.account;

            /** The reasons for which an account rejects an operation. */
            public enum AccountError implements ErrorCase {
            %s;

                private final String message;

                AccountError(String message) {
                    this.message = message;
                }

                @Override
                public String message() {
                    return message;
                }
            }
            """;

    private static final String RECORD = """
            package io.gpucloud.stub.settings;

            import static java.util.Map.entry;

            import io.gpucloud.stub.account.*;
            import jakarta.validation.constraints.Max;
            import jakarta.validation.constraints.Min;
            import java.util.Map;
            import org.springframework.boot.context.properties.bind.DefaultValue;

            /**
             * Assumptions about the service. Replace them by the behavior that you observe.
             * {@code docs/reference/assumptions.md} has the name of each. An error is given as
             * HTTP status and result code, such as 200/1.
             *
            %s
             */
            public record Assumptions(
            %s) {

                /** The errors of the service. */
                public enum ErrorName {
            %s
                }
            %s
                /**
                 * Returns the HTTP status and the result code of every error.
                 *
                 * @return the codes by error
                 */
                public Map<ErrorName, StatusAndCode> codes() {
                    return Map.ofEntries(
            %s);
                }
            }
            """;

    private static final String WORDS = """

                /** %s */
                public enum %s {
            %s
                }
            """;

    /** The settings with words whose enumerations are part of the model. */
    private static final Set<String> OF_THE_MODEL = Set.of("billed-price", "instance-title", "timer-unit");

    /**
     * An error of the stub.
     *
     * @param code Java code of its HTTP status and result code
     */
    private record StubError(
            String name, String meaning, @Nullable String message, String code) {

        String constant() {
            return StubSourcesGenerator.constant(name);
        }

        String entry() {
            return "                entry(ErrorName.%s, %s)".formatted(constant(), code);
        }
    }

    private final AssumptionCatalogue catalogue;

    private StubSourcesGenerator(AssumptionCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * Writes the sources. Files that would not change are not written.
     *
     * @param args the folder of the sources
     * @throws IOException if they cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path stub = Path.of(args[0], "io/gpucloud/stub");
        // Not the JSON, which is written after this module is compiled: too late for a build that only compiles.
        try (InputStream yaml = StubSourcesGenerator.class.getResourceAsStream("/META-INF/openapi/assumptions.yaml")) {
            var generator = new StubSourcesGenerator(AssumptionCatalogue.of(SpecFilesGenerator.read(yaml)));
            write(stub.resolve("account/AccountError.java"), generator.errorsOfAccounts());
            write(stub.resolve("settings/Assumptions.java"), generator.settings());
        }
    }

    private static void write(Path file, String source) throws IOException {
        Files.createDirectories(file.getParent());
        SpecFilesGenerator.write(file, source);
    }

    private String errorsOfAccounts() {
        return ERRORS.formatted(each(
                errors().stream().filter(error -> error.message() != null).toList(),
                ",\n",
                error ->
                        "    /** %s */%n    %s(\"%s\")".formatted(error.meaning(), error.constant(), error.message())));
    }

    private String settings() {
        List<Assumption> assumptions = catalogue
                .assumptions()
                .filter(assumption -> generated(assumption).isPresent())
                .toList();
        List<Assumption> withWords = assumptions.stream()
                .filter(assumption -> setting(assumption).type().size() > 1)
                .filter(assumption -> !OF_THE_MODEL.contains(assumption.name()))
                .toList();
        return RECORD.formatted(
                each(assumptions, "\n", StubSourcesGenerator::parameter),
                each(assumptions, ",\n", StubSourcesGenerator::component),
                each(errors(), ",\n", error -> documented(error.meaning(), error.constant())),
                each(withWords, "", StubSourcesGenerator::words),
                each(errors(), ",\n", StubError::entry));
    }

    private static String parameter(Assumption assumption) {
        return " * @param %s %s"
                .formatted(memberName(assumption.name()), setting(assumption).meaning());
    }

    private static String documented(String meaning, String constant) {
        return "        /** %s */%n        %s".formatted(meaning, constant);
    }

    private static String words(Assumption assumption) {
        Setting setting = setting(assumption);
        String constants =
                each(setting.type(), ",\n", word -> documented("{@code %s}.".formatted(word), constant(word)));
        return WORDS.formatted(setting.meaning(), typeName(assumption.name()), constants);
    }

    private static <T> String each(List<T> list, String separator, Function<T, String> line) {
        return list.stream().map(line).collect(joining(separator));
    }

    /** The errors of operations first, those with a documented code before the others. */
    private List<StubError> errors() {
        List<StubError> errors = new ArrayList<>();
        catalogue.documentedCodes().stream()
                .filter(error -> error.message() != null)
                .map(error -> new StubError(
                        error.name(),
                        error.situation() + ".",
                        error.message(),
                        "new StatusAndCode(refusalStatus, %d)".formatted(error.code())))
                .forEach(errors::add);
        catalogue
                .assumptions()
                .filter(assumption -> assumption.settings().stream()
                        .anyMatch(setting -> setting.type().equals(List.of("status/code"))))
                .map(assumption -> new StubError(
                        assumption.name().replaceFirst("-code$", ""),
                        setting(assumption).meaning(),
                        assumption.message(),
                        memberName(assumption.name())))
                .forEach(errors::add);
        return errors;
    }

    private static Optional<Setting> generated(Assumption assumption) {
        return assumption.settings().stream()
                .filter(setting -> setting.name().startsWith(SETTINGS))
                .findFirst();
    }

    private static Setting setting(Assumption assumption) {
        return generated(assumption).orElseThrow();
    }

    private static String component(Assumption assumption) {
        Setting setting = setting(assumption);
        boolean isMap = setting.type().equals(List.of("map"));
        String range = setting.minimum() == null
                ? ""
                : " @Min(%d) @Max(%d)".formatted(setting.minimum(), Objects.requireNonNull(setting.maximum()));
        return "        @DefaultValue%s%s %s %s"
                .formatted(
                        isMap ? "" : "(\"" + assumption.defaultOf(setting) + "\")",
                        range,
                        javaType(assumption.name(), setting),
                        memberName(assumption.name()));
    }

    private static String javaType(String name, Setting setting) {
        if (setting.type().size() > 1) {
            return typeName(name);
        }
        return switch (setting.type().get(0)) {
            case "boolean" -> "boolean";
            case "integer" -> "int";
            case "map" -> "Map<ErrorName, String>";
            case "status/code" -> "StatusAndCode";
            default ->
                throw new IllegalArgumentException(name + " has a type that is not supported: " + setting.type());
        };
    }

    private static String constant(String name) {
        return name.replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static String typeName(String name) {
        return Arrays.stream(name.split("-"))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(joining());
    }

    private static String memberName(String name) {
        return name.charAt(0) + typeName(name).substring(1);
    }
}
