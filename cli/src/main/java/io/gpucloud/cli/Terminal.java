package io.gpucloud.cli;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/** The terminal on which the program runs. */
final class Terminal {

    private Terminal() {}

    /**
     * Returns null if input or output is no terminal: {@link GpuCloud#main} selects the console for which that holds.
     */
    @SuppressWarnings("SystemConsoleNull")
    static @Nullable Console console() {
        return System.console();
    }
}
