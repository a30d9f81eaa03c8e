package io.gpucloud.cli;

import io.gpucloud.cli.output.Terminal;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of commands: their options in groups, and only those that have an effect. */
final class CommandHelp {

    private static final String HOSTS = "--recover-other-hosts";
    private static final Set<String> JOURNAL = Set.of("--journal", "--timer-unit");
    private static final Set<String> RENTALS =
            Set.of("--owner", "--account-use", "--limit", "--max-open", "--max-hourly", "--timer-unit", HOSTS);

    /** Options that commands share with others, and do not use. Their variables may be set. */
    private static final Map<String, Set<String>> UNUSED = Map.ofEntries(
            Map.entry("gpus", JOURNAL),
            Map.entry("pods", JOURNAL),
            Map.entry("images", JOURNAL),
            Map.entry("monitor", Set.of("--limit", "--max-open", "--max-hourly", "--timer-unit")),
            Map.entry("save-image", JOURNAL),
            Map.entry("timer", Set.of("--journal")),
            Map.entry("status", Set.of("--owner", "--account-use", "--window", "--poll", "--timer-unit", HOSTS)),
            Map.entry("sweep", Set.of("--account-use", "--limit", "--max-open", "--max-hourly", "--timer-unit", HOSTS)),
            Map.entry("extend", Set.of("--account-use", "--window", "--poll", "--max-open", "--max-hourly", HOSTS)),
            Map.entry("destroy", RENTALS));

    private static final Map<String, String> GROUPS =
            Map.of("Settings", "Service:", "LeaseSettings", "Rentals and their limits:", "LeasedCommand", "Command:");

    private CommandHelp() {}

    static void arrange(CommandLine program) {
        // Otherwise picocli would have stty look for a terminal that there may not be.
        program.setUsageHelpAutoWidth(Terminal.isControlling());
        // The list of commands would show the header instead of the description.
        Objects.requireNonNull(program.getSubcommands().get("help"))
                .getCommandSpec()
                .usageMessage()
                .header(new String[0]);
        program.getSubcommands().forEach((name, command) -> {
            hide(command.getCommandSpec(), UNUSED.getOrDefault(name, Set.of()));
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, CommandHelp::options);
        });
    }

    private static void hide(CommandSpec command, Set<String> unused) {
        for (OptionSpec option : List.copyOf(command.options())) {
            if (unused.contains(option.longestName())) {
                command.remove(option);
                command.addOption(OptionSpec.builder(option).hidden(true).build());
            }
        }
    }

    private static String options(Help help) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        groups.put("Options:", new ArrayList<>());
        for (OptionSpec option : help.commandSpec().options()) {
            if (!option.hidden()) {
                groups.computeIfAbsent(group(option), first -> new ArrayList<>())
                        .add(option);
            }
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, options) -> {
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addOptions(options, help.parameterLabelRenderer());
            text.append(String.format("%n"))
                    .append(heading)
                    .append(String.format("%n"))
                    .append(layout);
        });
        return text.toString();
    }

    private static String group(OptionSpec option) {
        return option.userObject() instanceof Field field
                ? GROUPS.getOrDefault(field.getDeclaringClass().getSimpleName(), "Options:")
                : "Options:";
    }
}
