package io.gpucloud.cli;

import io.gpucloud.client.WaitTimer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The program {@code gpu-cloud}. */
@Command(
        name = "gpu-cloud",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = GpuCloud.Version.class,
        sortOptions = false,
        resourceBundle = "io.gpucloud.cli.help",
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Rents GPU instances, and destroys them when your command ends.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            ExitStatus.OK + ":success; rent: the status of the command, or 128 + its signal",
            ExitStatus.USAGE + ":wrong usage or setting",
            ExitStatus.REJECTED + ":the service rejected the request; nothing was created",
            ExitStatus.NOT_AVAILABLE + ":no capacity, or a limit is reached; nothing was created",
            ExitStatus.FAILED + ":failed; nothing is left",
            ExitStatus.LEFT + ":an instance may be left, whatever the command returned"
        },
        exitCodeOnInvalidInput = ExitStatus.USAGE,
        subcommands = {
            RentCommand.class,
            StatusCommand.class,
            WatchCommand.class,
            GpusCommand.class,
            PodsCommand.class,
            ImagesCommand.class,
            TimerCommand.class,
            DestroyCommand.class,
            SaveImageCommand.class,
            SweepCommand.class,
            RecoverCommand.class,
            CostCommand.class,
            DoctorCommand.class,
            McpCommand.class,
            StubCommand.class,
            EnvCommand.class
        })
public final class GpuCloud {

    private static final String UNREADABLE = "an argument has characters that the locale does not have, or that are not"
            + " in its character set. Set a locale with UTF-8, for example LC_ALL=C.UTF-8";

    private final @Nullable WaitTimer timer;

    private GpuCloud(@Nullable WaitTimer timer) {
        this.timer = timer;
    }

    /**
     * Runs the program.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        // From JDK 22 on, there is otherwise a console even if the output is no terminal.
        System.setProperty("jdk.console", "java.base");
        System.exit(commandLine(null).execute(arguments));
    }

    /** {@code timer}: the time of tests; null for that of the service. */
    static CommandLine commandLine(@Nullable WaitTimer timer) {
        CommandLine completion = new CommandLine(new AutoComplete.GenerateCompletion());
        completion
                .getCommandSpec()
                .name("completion")
                .usageMessage()
                .description("Prints a script for bash or zsh that completes commands.");
        return new CommandLine(new GpuCloud(timer))
                .addSubcommand("completion", completion)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOverwrittenOptionsAllowed(true)
                .registerConverter(BigDecimal.class, GpuCloud::amount)
                .registerConverter(Duration.class, new DurationConverter())
                .registerConverter(SpendingLimit.class, new SpendingLimit.Converter())
                .setExecutionStrategy(GpuCloud::run)
                .setParameterExceptionHandler(GpuCloud::rejectArguments)
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> ExitStatus.report(failure, command.getErr()));
    }

    @Nullable
    WaitTimer timer() {
        return timer;
    }

    private static BigDecimal amount(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException unreadable) {
            throw new TypeConversionException("'" + text + "' is no amount");
        }
    }

    private static int run(ParseResult parsed) {
        CommandLine command =
                parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
        if (isUnreadable(parsed.originalArgs())) {
            command.getErr().println("gpu-cloud: " + UNREADABLE);
            return ExitStatus.USAGE;
        }
        int status = new CommandLine.RunLast().execute(parsed);
        if (status == ExitStatus.OK && Output.isLost(command.getOut())) {
            command.getErr().println("gpu-cloud: the output cannot be written");
            return ExitStatus.FAILED;
        }
        return status;
    }

    /** Java replaces what the character set of the locale does not have. A command would get other arguments. */
    private static boolean isUnreadable(Collection<String> arguments) {
        return arguments.stream().anyMatch(argument -> argument.indexOf('\uFFFD') >= 0);
    }

    private static int rejectArguments(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        command.getErr()
                .println("gpu-cloud: " + (isUnreadable(List.of(arguments)) ? UNREADABLE : failure.getMessage()));
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(failure, command.getErr())) {
            command.getErr().println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        }
        return ExitStatus.USAGE;
    }

    /** The version in the manifest of the jar. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"gpu-cloud " + number()};
        }

        static String number() {
            String version = GpuCloud.class.getPackage().getImplementationVersion();
            return version == null ? "(unpackaged)" : version;
        }
    }
}
