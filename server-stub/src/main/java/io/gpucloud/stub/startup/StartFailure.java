package io.gpucloud.stub.startup;

import java.util.Objects;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.PortInUseException;

/** Why a stub for tests does not start, in one line: the tests print it instead of the log. */
public final class StartFailure {

    private StartFailure() {}

    /**
     * Checks the groups of settings that Spring would ignore.
     *
     * @param settings of the form {@code name=value}
     */
    public static void requireKnown(String... settings) {
        for (String setting : settings) {
            UnknownSettingCheck.requireGroup(setting.replaceFirst("=.*", ""), "");
        }
    }

    /** {@return the setting, its value, the reason and what to do, as far as they are known} */
    public static String describe(Throwable failure) {
        return describeCause(failure).replaceAll("\\s+", " ").strip();
    }

    private static String describeCause(Throwable failure) {
        Throwable innermost = failure;
        String invalidValue = "";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException bind && bind.getProperty() != null) {
                invalidValue = bind.getProperty().getName() + " is \""
                        + bind.getProperty().getValue() + "\": ";
            }
            if (cause instanceof PortInUseException taken) {
                return "Port " + taken.getPort() + " is already in use";
            }
            innermost = cause;
        }
        FailureAnalysis analysis = new StartupFailureAnalyzer().analyze(failure);
        return analysis == null
                ? invalidValue + Objects.requireNonNullElse(innermost.getMessage(), innermost.toString())
                : analysis.getDescription() + ". " + analysis.getAction();
    }
}
