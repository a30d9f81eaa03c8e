package io.gpucloud.stub.journal;

import java.sql.SQLException;
import org.slf4j.Logger;

/** Logs failures of requests. */
public final class FailureLog {

    private FailureLog() {}

    /**
     * Logs a failure of the database on one line, because all requests fail until it is back, and any other with its
     * stack trace.
     */
    public static void error(Logger log, String problem, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                log.error("{}: {} {}", problem, failure.getMessage(), cause.getMessage());
                return;
            }
        }
        log.error(problem, failure);
    }
}
