package io.gpucloud.contract.kit;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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

    /** The failure itself if it contains no secret, otherwise a copy with masked secrets. */
    Throwable mask(Throwable failure) {
        if (failure instanceof ContractViolationError difference) {
            return mask(difference);
        }
        String message = String.valueOf(failure.getMessage());
        return mask(message).equals(message) ? failure : traced(new AssertionError(mask(failure.toString())), failure);
    }

    /** A copy of the difference with masked secrets. */
    ContractViolationError mask(ContractViolationError difference) {
        return traced(
                new ContractViolationError(
                        difference.mismatches().stream().map(this::mask).toList()),
                difference);
    }

    private static <T extends Throwable> T traced(T masked, Throwable failure) {
        masked.setStackTrace(failure.getStackTrace());
        return masked;
    }
}
