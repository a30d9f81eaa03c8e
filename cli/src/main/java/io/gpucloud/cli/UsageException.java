package io.gpucloud.cli;

import java.util.Map;

/** A setting or an argument is wrong, which only shows when the command runs. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The options behind the names that messages of the client have. */
    private static final Map<String, String> OPTIONS = Map.of(
            "maxLifetime", "--for",
            "gpuCount", "--gpus",
            "maxHourlyPrice", "--max-price",
            "createTimeout", "--wait",
            "bootTimeout", "--boot-timeout",
            "interval", "--poll",
            "window", "--window",
            "soleUser", "--sole-user",
            "ownerTitles", "--owner-titles");

    UsageException(String message) {
        super(message);
    }

    /** A value that the client rejects. */
    static UsageException of(RuntimeException rejected) {
        String message = String.valueOf(rejected.getMessage());
        for (Map.Entry<String, String> option : OPTIONS.entrySet()) {
            message = message.replaceAll("\\b" + option.getKey() + "\\b", option.getValue());
        }
        return new UsageException(message);
    }
}
