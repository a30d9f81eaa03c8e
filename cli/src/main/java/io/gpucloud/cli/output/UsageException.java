package io.gpucloud.cli.output;

import java.util.Map;

/** A setting or an argument is wrong, which only shows when the command runs. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The options behind the names that messages of the client have. */
    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("maxLifetime", "--for"),
            Map.entry("renewTimerEvery", "--renew"),
            Map.entry("gpuCount", "--gpus"),
            Map.entry("maxHourlyPrice", "--max-price"),
            Map.entry("createTimeout", "--wait"),
            Map.entry("bootTimeout", "--boot-timeout"),
            Map.entry("interval", "--poll"),
            Map.entry("window", "--window"),
            Map.entry("maxOpenLeases", "--max-open"),
            Map.entry("maxHourlyCost", "--max-hourly"),
            Map.entry("spendingLimit", "--limit"));

    private final int exitStatus;

    public UsageException(String message) {
        this(message, ExitStatus.USAGE);
    }

    public UsageException(String message, int exitStatus) {
        super(message);
        this.exitStatus = exitStatus;
    }

    int exitStatus() {
        return exitStatus;
    }

    /** A value that the client rejects. */
    public static UsageException of(RuntimeException rejected) {
        String message = String.valueOf(rejected.getMessage());
        return new UsageException(withOptions(message.replace(", or allowPlainHttp(true)", "")));
    }

    /** A message of the client with the names that the caller wrote. */
    static String withOptions(String message) {
        String renamed = message;
        for (Map.Entry<String, String> option : OPTIONS.entrySet()) {
            renamed = renamed.replaceAll("(?<![-\\w])" + option.getKey() + "\\b", option.getValue());
        }
        return Text.withDurations(renamed);
    }
}
