package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Thrown if a file that an option of the command line asks for cannot be written. The message names the option. */
final class ReportException extends UncheckedIOException {

    private static final long serialVersionUID = 1L;

    ReportException(String option, IOException cause) {
        super(option + " cannot be written: " + cause, cause);
    }
}
