package io.gpucloud.cli.output;

import java.io.Console;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The terminal on which the program runs. */
public final class Terminal {

    private Terminal() {}

    /** Returns null if input or output is no terminal: {@code main} selects the console for which that holds. */
    @SuppressWarnings("SystemConsoleNull")
    public static @Nullable Console console() {
        return System.console();
    }

    /** Whether a file descriptor of this process is a terminal, as far as the system says. */
    public static boolean isTerminal(int descriptor) {
        Path target = Path.of("/proc/self/fd/" + descriptor);
        try {
            return Files.exists(target)
                    ? Files.readSymbolicLink(target).toString().matches("/dev/(pts/|tty).*")
                    : console() != null;
        } catch (IOException noTerminal) {
            return false;
        }
    }

    /** Whether this process has a terminal, also if all its streams go elsewhere. Windows needs none to ask for it. */
    public static boolean isControlling() {
        if (File.separatorChar == '\\') {
            return true;
        }
        try {
            new FileInputStream("/dev/tty").close();
            return true;
        } catch (IOException none) {
            return false;
        }
    }
}
