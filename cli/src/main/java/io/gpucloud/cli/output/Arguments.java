package io.gpucloud.cli.output;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** A command line, also one that is wrong. */
public final class Arguments {

    private Arguments() {}

    /** The value of an option before the command of a rental. */
    public static Optional<String> valueOf(String option, List<String> arguments) {
        Iterator<String> each = arguments.iterator();
        while (each.hasNext()) {
            String argument = each.next();
            if (argument.equals("--")) {
                break;
            }
            if (argument.equals(option) && each.hasNext()) {
                return Optional.of(each.next());
            }
            if (argument.startsWith(option + "=")) {
                return Optional.of(argument.substring(option.length() + 1));
            }
        }
        return Optional.empty();
    }
}
