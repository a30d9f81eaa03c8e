package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.joining;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Settings that make a stub behave like an observed service: the file for {@code stub.profile}. */
public final class StubProfile {

    private static final String ASSUMPTIONS = "stub.assumptions.";

    private static final String PARAMETER_ERROR = "parameter-error-code";

    /** The situation of the documented error of each operation. */
    private static final Map<String, String> DOCUMENTED = Map.of(
            "setShutdownTimer", "instance-unsuitable",
            "saveInstanceImage", "instance-unsuitable",
            "destroyInstance", "instance-not-destroyable",
            "deletePrivateImage", "image-not-deletable",
            "updateInstanceTitle", "instance-unknown");

    /**
     * A profile has settings of these groups. Others, such as the limits of the stub, say nothing about the service.
     */
    private static final List<String> GROUPS = List.of(ASSUMPTIONS, "stub.lifecycle.", "stub.paging.");

    private final SecretRedactor secrets;
    private final Map<String, String> values = new TreeMap<>();

    /** An empty profile, whose values will not contain the secrets. */
    StubProfile(SecretRedactor secrets) {
        this.secrets = secrets;
    }

    SecretRedactor secrets() {
        return secrets;
    }

    /** The setting of the stub for an assumption, empty if the assumption is fixed or a profile does not set it. */
    static Optional<String> setting(String assumption) {
        return ApiDocuments.ASSUMPTIONS.find(assumption).stream()
                .flatMap(found -> found.settings().stream())
                .map(Setting::name)
                .filter(name -> GROUPS.stream().anyMatch(name::startsWith))
                .findFirst();
    }

    /** Records an observation. The first one of an assumption counts. */
    void set(String assumption, Object value) {
        values.putIfAbsent(setting(assumption).orElseThrow(), secrets.withoutSecrets(String.valueOf(value)));
    }

    /** Records that the service has operations which are observed, but not documented. */
    void setObserved() {
        values.put("stub.observed", "true");
    }

    /**
     * Records HTTP status, code and text of the error of an assumption, of a documented error if it is empty. Success
     * and an error in another form are no observation. The text of a parameter error names the parameter, except in the
     * alternative form.
     */
    void setError(String assumption, ServiceResponse response) {
        if (!response.hasErrorCode()) {
            return;
        }
        if (assumption.isEmpty()) {
            set("refusal-status", response.status());
            Optional.ofNullable(DOCUMENTED.get(response.call().operation().id()))
                    .ifPresent(situation -> setText(situation, response));
        } else if (assumption.equals("rename-error-status")) {
            set(assumption, response.status());
        } else if (assumption.endsWith("-code") && setting(assumption).isPresent()) {
            set(assumption, code(response));
            if (response.status() == 401) {
                set("challenge-header", response.hasHeader("www-authenticate"));
            }
            if (!assumption.equals(PARAMETER_ERROR) || response.at("/message").isString()) {
                setText(assumption.replaceFirst("-code$", ""), response);
            }
        }
    }

    private static String code(ServiceResponse response) {
        return response.status() + "/" + response.at("/code").asInt(0);
    }

    /** Whether a response has the status and code that were recorded for an assumption. Empty if none were. */
    Optional<Boolean> isObserved(String assumption, ServiceResponse response) {
        return observed(assumption).map(code(response)::equals);
    }

    private void setText(String situation, ServiceResponse response) {
        JsonNode text = response.at("/msg").isString() ? response.at("/msg") : response.at("/message");
        // In the file of a profile, Spring would replace what looks like a placeholder.
        if (response.hasErrorCode() && text.isString() && !text.stringValue().contains("${")) {
            values.putIfAbsent(ASSUMPTIONS + "message-texts." + situation, secrets.withoutSecrets(text.stringValue()));
        }
    }

    Map<String, String> values() {
        return Map.copyOf(values);
    }

    /** The observation of an assumption, empty if there is none. */
    Optional<String> observed(String assumption) {
        return setting(assumption).flatMap(name -> Optional.ofNullable(values.get(name)));
    }

    /** The content of the file, including a list of the assumptions that could not be observed. */
    String yaml(String service) {
        StringBuilder settings = new StringBuilder();
        values.forEach((name, value) -> settings.append(
                "%s: %s\n".formatted(name, PrintableText.of(JsonMapper.shared().writeValueAsString(value)))));
        String unobserved = ApiDocuments.assumptions()
                .map(Assumption::name)
                .filter(assumption -> setting(assumption).isPresent())
                .filter(assumption -> values.keySet().stream()
                        .noneMatch(name -> name.startsWith(setting(assumption).orElseThrow())))
                .collect(joining("\n#   "));
        return "# Settings of the GPU cloud stub as observed at " + service
                + ". Start a stub with --stub.profile=file:FILE.\n"
                + settings
                + (unobserved.isEmpty()
                        ? ""
                        : "# Not observed, so the stub keeps its assumption:\n#   " + unobserved + "\n");
    }
}
