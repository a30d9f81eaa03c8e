package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Settings that make a stub behave like an observed service: the file for {@code stub.profile}. */
final class StubProfile {

    private static final String ASSUMPTIONS = "stub.assumptions.";

    /** Assumptions whose setting has a different name. */
    private static final Map<Assumption, String> OTHER_NAMES = Map.of(
            Assumption.START_MODE, "stub.lifecycle.start",
            Assumption.BOOT_TIME, "stub.lifecycle.boot",
            Assumption.SHUTDOWN_DURATION, "stub.lifecycle.shutdown",
            Assumption.IMAGE_UPLOAD_TIME, "stub.lifecycle.image-upload",
            Assumption.MAX_PAGE_SIZE, "stub.paging.max-page-size");

    /** Errors that a stub sends only as a fault. */
    private static final Set<Assumption> FAULTS =
            EnumSet.of(Assumption.QUERY_FAILED_CODE, Assumption.PARAMETER_ERROR_USUAL_CODE);

    /** Assumptions that have a setting and are not about a status. */
    private static final Set<Assumption> OTHERS = EnumSet.of(
            Assumption.MESSAGE_TEXTS,
            Assumption.CHALLENGE_HEADER,
            Assumption.RETRY_AFTER,
            Assumption.NULL_MEMBERS,
            Assumption.PAGING_DEFAULTS,
            Assumption.INSTANCE_LIST_PAGING,
            Assumption.INSTANCE_LIST_MEMBERS,
            Assumption.INSTANCE_TITLE,
            Assumption.SERVER_URL_FORM,
            Assumption.TIMER_UNIT,
            Assumption.TIMER_ENABLE_OMITTED,
            Assumption.TIMER_OFF_FORM,
            Assumption.SAVE_IMAGE_MEMBERS,
            Assumption.CHARGING_TYPE);

    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /** The setting of the stub for an assumption, empty if the assumption is fixed or a profile does not set it. */
    static Optional<String> setting(Assumption assumption) {
        String other = OTHER_NAMES.get(assumption);
        if (other != null) {
            return Optional.of(other);
        }
        boolean set =
                OTHERS.contains(assumption) || (assumption.httpStatus().isPresent() && !FAULTS.contains(assumption));
        return set ? Optional.of(ASSUMPTIONS + assumption.id()) : Optional.empty();
    }

    /** Records an observation. The first one of an assumption counts. */
    void set(Assumption assumption, Object value) {
        values.putIfAbsent(setting(assumption).orElseThrow(), String.valueOf(value));
    }

    /** Records HTTP status, code and text of an error. Success and an error in another form are no observation. */
    void setError(Assumption assumption, ServiceResponse response) {
        if (response.hasErrorCode()) {
            set(assumption, statusAndCode(response));
            setText(situation(assumption), response);
        }
    }

    /** The same for a parameter error. Its text names the parameter, except in the alternative form. */
    void setParameterError(Assumption assumption, ServiceResponse response) {
        if (response.hasErrorCode()) {
            set(assumption, statusAndCode(response));
            if (response.at("/message").isString()) {
                setText(situation(assumption), response);
            }
        }
    }

    private static String statusAndCode(ServiceResponse response) {
        return response.status() + "/" + response.at("/code").intValue();
    }

    private static String situation(Assumption assumption) {
        return assumption.id().replaceFirst("-code$", "");
    }

    /** Records the text of an error. */
    void setText(String situation, ServiceResponse response) {
        JsonNode text = response.at("/msg").isString() ? response.at("/msg") : response.at("/message");
        if (response.hasErrorCode() && text.isString()) {
            setText(situation, text.stringValue());
        }
    }

    private void setText(String situation, String text) {
        // In the file of a profile, Spring would replace what looks like a placeholder.
        if (!text.contains("${")) {
            values.putIfAbsent(ASSUMPTIONS + Assumption.MESSAGE_TEXTS.id() + "." + situation, text);
        }
    }

    /** Records a manual step for the person who runs the kit. */
    void note(String text) {
        notes.add(text);
    }

    /** Remaining manual steps, such as instances to destroy. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** The observed settings by name. */
    Map<String, String> values() {
        return Map.copyOf(values);
    }

    /** The observation of an assumption, empty if there is none. */
    Optional<String> observed(Assumption assumption) {
        return setting(assumption).flatMap(name -> Optional.ofNullable(values.get(name)));
    }

    /** The content of the file, including a list of the assumptions that could not be observed. */
    String yaml(String service) {
        Map<String, Object> tree = new TreeMap<>();
        values.forEach((name, value) -> put(tree, name, value));
        String unobserved = Arrays.stream(Assumption.values())
                .filter(assumption -> setting(assumption).isPresent())
                .filter(assumption -> values.keySet().stream()
                        .noneMatch(name -> name.startsWith(setting(assumption).orElseThrow())))
                .map(Assumption::id)
                .collect(joining("\n#   "));
        return "# Settings of the GPU cloud stub as observed at " + service
                + ". Start a stub with --stub.profile=file:FILE.\n"
                + text(tree, "")
                + (unobserved.isEmpty()
                        ? ""
                        : "# Not observed, so the stub keeps its assumption:\n#   " + unobserved + "\n");
    }

    @SuppressWarnings("unchecked") // only maps of this kind are put below a part of a name
    private static void put(Map<String, Object> tree, String name, String value) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            tree.put(name, value);
        } else {
            Map<String, Object> below =
                    (Map<String, Object>) tree.computeIfAbsent(name.substring(0, dot), absent -> new TreeMap<>());
            put(below, name.substring(dot + 1), value);
        }
    }

    private static String text(Map<?, ?> tree, String indent) {
        StringBuilder text = new StringBuilder();
        tree.forEach((name, value) -> {
            text.append(indent).append(name).append(':');
            if (value instanceof Map<?, ?> below) {
                text.append('\n').append(text(below, indent + "  "));
            } else {
                text.append(' ')
                        .append(JsonMapper.shared().writeValueAsString(value))
                        .append('\n');
            }
        });
        return text.toString();
    }
}
