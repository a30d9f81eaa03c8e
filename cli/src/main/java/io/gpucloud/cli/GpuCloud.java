package io.gpucloud.cli;

import io.gpucloud.cli.account.ConfigureCommand;
import io.gpucloud.cli.account.DestroyCommand;
import io.gpucloud.cli.account.DoctorCommand;
import io.gpucloud.cli.account.ExtendCommand;
import io.gpucloud.cli.account.GpusCommand;
import io.gpucloud.cli.account.ImagesCommand;
import io.gpucloud.cli.account.PodsCommand;
import io.gpucloud.cli.account.SaveImageCommand;
import io.gpucloud.cli.account.StatusCommand;
import io.gpucloud.cli.account.SweepCommand;
import io.gpucloud.cli.account.TimerCommand;
import io.gpucloud.cli.account.WaitCommand;
import io.gpucloud.cli.command.DurationConverter;
import io.gpucloud.cli.command.ProgramTime;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.command.SpendingLimit;
import io.gpucloud.cli.command.Version;
import io.gpucloud.cli.mcp.McpCommand;
import io.gpucloud.cli.monitor.MonitorCommand;
import io.gpucloud.cli.output.Arguments;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.cli.rent.CostCommand;
import io.gpucloud.cli.rent.RecoverCommand;
import io.gpucloud.cli.rent.RentCommand;
import io.gpucloud.cli.rent.RentalResult;
import io.gpucloud.cli.serve.ServeCommand;
import io.gpucloud.cli.stub.EnvCommand;
import io.gpucloud.cli.stub.StubCommand;
import io.gpucloud.client.WaitTimer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The program {@code gpu-cloud}. */
@Command(
        name = "gpu-cloud",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        sortOptions = false,
        resourceBundle = "io.gpucloud.cli.help",
        synopsisSubcommandLabel = "COMMAND",
        description = "Rents GPU instances, and destroys them when your command ends.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            ExitStatus.OK + ":success; rent: the status of the command, or 128 + its signal",
            ExitStatus.FINDINGS + ":monitor --once: it has findings",
            ExitStatus.IDLE + ":the command was idle for the time of --idle, and was stopped",
            ExitStatus.LOST + ":the instance ended before the command, which was stopped",
            ExitStatus.USAGE + ":wrong usage or setting",
            ExitStatus.REJECTED + ":the service rejected the request; nothing was created",
            ExitStatus.NOT_AVAILABLE + ":no capacity, or a limit is reached; nothing was created",
            ExitStatus.FAILED + ":failed; nothing is left. monitor: the service could not be read",
            ExitStatus.LEFT + ":an instance may be left, whatever the command returned",
            ExitStatus.NOT_EXECUTABLE + ":the command cannot be executed; nothing was rented",
            ExitStatus.NO_COMMAND + ":there is no such command; nothing was rented",
            "128 + N:signal N came before the command began; 141 also if the reader of the output has ended"
        },
        exitCodeOnInvalidInput = ExitStatus.USAGE,
        subcommands = {
            RentCommand.class,
            StatusCommand.class,
            MonitorCommand.class,
            GpusCommand.class,
            PodsCommand.class,
            ImagesCommand.class,
            TimerCommand.class,
            ExtendCommand.class,
            WaitCommand.class,
            DestroyCommand.class,
            SaveImageCommand.class,
            SweepCommand.class,
            RecoverCommand.class,
            CostCommand.class,
            DoctorCommand.class,
            ConfigureCommand.class,
            McpCommand.class,
            ServeCommand.class,
            StubCommand.class,
            EnvCommand.class,
            CommandLine.HelpCommand.class,
            CompletionCommand.class
        })
public final class GpuCloud implements Callable<Integer>, ProgramTime {

    private static final String UNREADABLE = "an argument has characters that the locale does not have, or that are not"
            + " in its character set. Set a locale with UTF-8, for example LC_ALL=C.UTF-8";

    private final @Nullable WaitTimer timer;

    @Spec
    private @Nullable CommandSpec spec;

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
        CommandLine program = new CommandLine(new GpuCloud(timer))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOverwrittenOptionsAllowed(true)
                .registerConverter(BigDecimal.class, GpuCloud::amount)
                .registerConverter(Duration.class, new DurationConverter())
                .registerConverter(SpendingLimit.class, new SpendingLimit.Converter())
                .setExecutionStrategy(GpuCloud::run)
                .setParameterExceptionHandler(GpuCloud::rejectArguments)
                .setExecutionExceptionHandler(GpuCloud::report);
        CommandHelp.arrange(program);
        return program;
    }

    /** Without a command. */
    @Override
    public Integer call() {
        Objects.requireNonNull(spec)
                .commandLine()
                .usage(Objects.requireNonNull(spec).commandLine().getOut());
        return ExitStatus.OK;
    }

    @Override
    public @Nullable WaitTimer timer() {
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
        if (status == ExitStatus.LEFT || !Output.isLost(command.getOut())) {
            return status;
        }
        if (Output.hasNoReader()) {
            return ExitStatus.NO_READER;
        }
        command.getErr().println("gpu-cloud: the output cannot be written");
        return ExitStatus.FAILED;
    }

    private static int report(Exception failure, CommandLine command, ParseResult parsed) {
        int status = command.getCommand() instanceof ServiceCommand service
                ? service.report(failure)
                : ExitStatus.report(failure, command.getErr());
        RentalResult.notBegun(parsed.originalArgs(), status, ExitStatus.message(failure), command.getErr());
        return status;
    }

    /** Java replaces what the character set of the locale does not have. A command would get other arguments. */
    private static boolean isUnreadable(Collection<String> arguments) {
        return arguments.stream().anyMatch(argument -> argument.indexOf('\uFFFD') >= 0);
    }

    /** The values of an enumeration, as they are written in the help. */
    private static String inLowerCase(String message) {
        return Pattern.compile("\\[[A-Z_, ]+] \\(case-insensitive\\)")
                .matcher(message)
                .replaceAll(values ->
                        values.group().replace(" (case-insensitive)", "").toLowerCase(Locale.ROOT));
    }

    private static int rejectArguments(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        String message =
                isUnreadable(List.of(arguments)) ? UNREADABLE : inLowerCase(String.valueOf(failure.getMessage()));
        String format = Arguments.valueOf("--output", List.of(arguments))
                .orElseGet(() -> String.valueOf(System.getenv("GPU_CLOUD_OUTPUT")));
        if (format.equalsIgnoreCase(Output.Format.JSON.name())) {
            ExitStatus.reportAsJson(new UsageException(message), command.getErr());
        } else {
            reportUsage(failure, message);
        }
        RentalResult.notBegun(List.of(arguments), ExitStatus.USAGE, message, command.getErr());
        return ExitStatus.USAGE;
    }

    private static void reportUsage(ParameterException failure, String message) {
        CommandLine command = failure.getCommandLine();
        command.getErr().println("gpu-cloud: " + message);
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(failure, command.getErr())) {
            command.getErr().println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        }
    }
}
