package io.gpucloud.openapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * All assumptions about the service: the contents of {@code assumptions.yaml}.
 *
 * @param sections the assumptions by subject, in the order of the documentation
 * @param documentedCodes errors whose result code is documented and whose HTTP status is that of {@code refusal-status}
 */
public record AssumptionCatalogue(
        List<Section> sections,
        @JsonProperty("documented-codes") List<DocumentedCode> documentedCodes) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            .build();

    /**
     * The assumptions about one subject.
     *
     * @param title the heading of the section in the documentation
     * @param assumptions the assumptions in order
     */
    public record Section(String title, List<Assumption> assumptions) {}

    /**
     * An error whose result code is documented.
     *
     * @param name the name of the error
     * @param situation when it is returned
     * @param code the result code
     * @param message the text that the stub gives to it, null if the stub has none of its own
     * @param example the name of its example in the contract
     */
    public record DocumentedCode(
            String name,
            String situation,
            int code,
            @Nullable String message,
            String example) {}

    /** {@return the catalogue, loaded from its JSON form, which needs no YAML parser} */
    public static AssumptionCatalogue load() {
        try (InputStream json = AssumptionCatalogue.class.getResourceAsStream("/META-INF/openapi/assumptions.json")) {
            return JSON.readValue(json, AssumptionCatalogue.class);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static AssumptionCatalogue of(JsonNode document) {
        return JSON.convertValue(document, AssumptionCatalogue.class);
    }

    /** {@return the assumptions of all sections, in order, including open questions} */
    public Stream<Assumption> assumptions() {
        return sections.stream().flatMap(section -> section.assumptions().stream());
    }

    /**
     * {@return an assumption, empty for an unknown name}
     *
     * @param name its name, such as {@code timer-unit}
     */
    public Optional<Assumption> find(String name) {
        return assumptions()
                .filter(assumption -> assumption.name().equals(name))
                .findAny();
    }
}
