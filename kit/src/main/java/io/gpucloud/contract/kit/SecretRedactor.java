package io.gpucloud.contract.kit;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** The secrets that no output may contain: the keys and the token of the run. */
final class SecretRedactor {

    private static final String MASK = "***";

    private static final Pattern PASSWORD = Pattern.compile("\"password\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*+)");

    /** Replaces the longest first, so that no part of a secret remains. */
    private final Set<String> secrets = new ConcurrentSkipListSet<>(
            Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    static SecretRedactor of(Settings settings) {
        SecretRedactor secrets = new SecretRedactor();
        secrets.add(settings.key());
        secrets.add(settings.adminToken());
        return secrets;
    }

    void add(@Nullable String secret) {
        if (secret != null && !secret.isBlank()) {
            secrets.add(secret);
        }
    }

    /** Adds the passwords of instances in a response, as they are written and decoded. The response need not be complete JSON. */
    void addPasswords(String response) {
        Matcher passwords = PASSWORD.matcher(response);
        while (passwords.find()) {
            add(passwords.group(1));
            add(ServiceResponse.json('"' + passwords.group(1) + '"').asString(""));
        }
    }

    /** The text without secrets, and without characters that a terminal would interpret. */
    String mask(String text) {
        return PrintableText.of(withoutSecrets(text));
    }

    /** The text without secrets, with all other characters. */
    String withoutSecrets(String text) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, MASK);
        }
        return masked;
    }

    Mismatch mask(Mismatch mismatch) {
        return new Mismatch(mask(mismatch.what()), mask(mismatch.expected()), mask(mismatch.got()), mismatch.source())
                .shortened();
    }

    /** A copy of a failure, and of those that it suppresses: a failed test may also leave an instance behind. */
    ContractViolationError mask(Throwable failure) {
        ContractViolationError masked =
                new ContractViolationError(Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
                        .filter(each -> each == failure || !(each instanceof TestAbortedException))
                        .flatMap(each -> mismatches(each).stream())
                        .map(this::mask)
                        .toList());
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
