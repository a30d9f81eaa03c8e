package io.gpucloud.cli;

import java.io.Console;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The question before something is destroyed. */
final class Confirmation {

    @Option(names = {"-y", "--yes"})
    private boolean yes;

    /**
     * Asks a person on the terminal.
     *
     * @throws UsageException if there is no terminal, and no {@code --yes}
     */
    boolean ask(String question) {
        if (yes) {
            return true;
        }
        Console console = Terminal.console();
        if (console == null) {
            throw new UsageException(question + " There is no terminal to ask on: add --yes");
        }
        String reply = console.readLine("%s [y/N] ", question);
        return reply != null && reply.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }
}
