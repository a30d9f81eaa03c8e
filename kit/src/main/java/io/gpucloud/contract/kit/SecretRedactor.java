package io.gpucloud.contract.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * The secrets that no output may contain: the keys and the token of the run. A service may repeat them in part, in
 * other letters or encoded, so long parts are masked too.
 */
final class SecretRedactor {

    private static final String MASK = "***";
    private static final int LONGEST = 400;

    private static final Pattern PASSWORD = Pattern.compile("\"password\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*+)");

    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)authorization|(set-)?cookie|.*(key|token|secret|password).*");
    private static final Pattern SECRET_PARAMETER = Pattern.compile(
            "(?i)[?&;\\s][^=&?;\\s]*(?:key|token|secret|password|session)[^=&?;\\s]*=([^&;\\s\"'\\\\]+)");
    private static final int SHORTEST = 4;

    /** The parts of secrets that are masked wherever they are, in lower case. */
    private final SecretParts parts = new SecretParts();

    static SecretRedactor of(Settings settings) {
        SecretRedactor secrets = new SecretRedactor();
        secrets.add(settings.key());
        secrets.add(settings.adminToken());
        return secrets;
    }

    void add(@Nullable String secret) {
        if (secret != null && !secret.isBlank()) {
            parts.add(secret);
        }
    }

    /**
     * Adds the passwords of instances in a response, as they are written and decoded. The response need not be complete
     * JSON.
     */
    void addPasswords(String response) {
        Matcher passwords = PASSWORD.matcher(response);
        while (passwords.find()) {
            add(passwords.group(1));
            add(ServiceResponse.json('"' + passwords.group(1) + '"').asString(""));
        }
    }

    /** Adds what may be a secret in a recorded message, whose body is a text of its own. */
    void addAll(JsonNode message, String body) {
        collect("", message);
        collect("", StringNode.valueOf(body));
        collect("", ServiceResponse.json(body));
    }

    /** Adds the values of headers and members with the name of a secret, and such parameters in all texts. */
    private void collect(String name, JsonNode value) {
        String text = value.asString("");
        if (SECRET_NAME.matcher(name).matches()) {
            addLong(text);
            addLong(text.replaceFirst(".*\\s", ""));
            for (String cookie : text.split(";\\s*", -1)) {
                addLong(cookie.replaceFirst("^[^=]*=", ""));
            }
        }
        SECRET_PARAMETER.matcher(text).results().forEach(parameter -> addLong(parameter.group(1)));
        String ofHeader = value.path("name").asString("value");
        value.properties()
                .forEach(member ->
                        collect(member.getKey().equals("value") ? ofHeader : member.getKey(), member.getValue()));
        if (value.isArray()) {
            value.forEach(element -> collect(name, element));
        }
    }

    private void addLong(String secret) {
        if (secret.length() >= SHORTEST) {
            add(secret);
        }
    }

    /** The text without secrets, and without characters that a terminal would interpret. */
    String mask(String text) {
        return PrintableText.of(withoutSecrets(text));
    }

    /** The text without secrets, with all other characters. */
    String withoutSecrets(String text) {
        return parts.replaceIn(text, MASK);
    }

    /** Shortens a long value after masking, because its end could be in the middle of a secret. */
    Mismatch mask(Mismatch mismatch) {
        String got = mask(mismatch.got());
        String start = got.length() > LONGEST ? got.substring(0, LONGEST) + "…" : got;
        return new Mismatch(mask(mismatch.what()), mask(mismatch.expected()), start, mismatch.source());
    }

    /** A copy of a failure, and of those that it suppresses: a failed test may also leave an instance behind. */
    ContractViolationError mask(Throwable failure) {
        List<Mismatch> mismatches = new ArrayList<>(mismatches(failure));
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!(suppressed instanceof TestAbortedException)) {
                mismatches.addAll(mismatches(suppressed));
            }
        }
        ContractViolationError masked =
                new ContractViolationError(mismatches.stream().map(this::mask).toList());
        masked.setStackTrace(failure.getStackTrace());
        return masked;
    }

    private static List<Mismatch> mismatches(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ContractViolationError difference) {
                return difference.mismatches();
            }
        }
        return List.of(new Mismatch("the test", "to run", failure.toString(), "the kit"));
    }
}
