package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.file.Path;

/** The lease journal cannot be written or read. If it ends a rental, no create request was sent. */
public final class LeaseJournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. {@code summary}: the failed action, for people. */
    public LeaseJournalException(String summary, Path file, IOException cause) {
        super(summary + ": " + file + ": " + cause.getMessage(), cause);
    }
}
