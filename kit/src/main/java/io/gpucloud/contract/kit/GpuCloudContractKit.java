package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line program of the kit. */
@Command(
        name = "gpu-cloud-contract-kit",
        mixinStandardHelpOptions = true,
        versionProvider = GpuCloudContractKit.Version.class,
        sortOptions = false,
        usageHelpWidth = 110,
        description = "Compares a service with the contract, operation by operation.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no difference was found; skipped checks are listed",
            "1:something differs, an instance is left over, or the kit could not check for leftovers",
            "2:wrong usage, or the kit could not check: no server or API, a rejected key, an unreadable file or list, unwritable reports"
        })
public final class GpuCloudContractKit implements Callable<Integer> {

    @Spec
    private CommandLine.Model.@Nullable CommandSpec command;

    @Mixin
    private Settings settings = new Settings();

    @Option(
            names = "--traffic",
            paramLabel = "FILE.har",
            description =
                    "Checks recorded traffic instead, without any request. With --url, only exchanges with that address.")
    private @Nullable Path traffic;

    @Option(names = "--report-dir", description = "Writes report.md and JUnit XML there.")
    private @Nullable Path reports;

    @Option(
            names = "--summary",
            description = "Prints one line for each assumption instead of one block for each operation.")
    private boolean summary;

    @Option(
            names = "--write-profile",
            description = "Writes what the checks have observed to a file for the setting stub.profile of the stub.")
    private @Nullable Path profile;

    /**
     * Runs the program.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        // The JUnit XML contains the command line as a system property, which may contain a key.
        System.clearProperty("sun.java.command");
        // Without a logging backend the logging framework of the validator prints a warning.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new GpuCloudContractKit());
    }

    @Override
    public Integer call() {
        CommandLine line = Objects.requireNonNull(command).commandLine();
        validate(line);
        line.getOut().println("GPU cloud contract kit: " + target());
        try {
            return run(line);
        } catch (UnreachableException | UncheckedIOException stopped) {
            line.getErr().println(stopped.getMessage());
        } catch (RuntimeException broken) {
            line.getErr()
                    .println("the run failed: " + SecretRedactor.of(settings).mask(broken.toString()));
        }
        return ExitCode.USAGE;
    }

    /** Only messages of settings are shown. Other messages could contain a key. */
    private void validate(CommandLine line) {
        try {
            settings.validated(traffic != null);
            Settings.require(
                    profile == null || !settings.admin(),
                    "--write-profile and --admin exclude each other: a stub has the settings that it was started with");
        } catch (IllegalArgumentException impossible) {
            throw new ParameterException(line, String.valueOf(impossible.getMessage()), impossible);
        }
    }

    private String target() {
        return traffic == null ? settings.toString() : traffic.getFileName() + settings.options();
    }

    private int run(CommandLine line) {
        KitRun run = new KitRun(settings, reports);
        if (traffic != null) {
            TrafficFile recorded = TrafficFile.read(traffic, settings);
            TrafficRun checked = new TrafficRun(settings, recorded);
            Report report = run.show(() -> checked.run(target()), found -> print(found, line));
            line.getOut().println("other exchanges in the file: " + recorded.others());
            return finish(report, checked.profile(), line);
        }
        Report report = run.run(found -> print(found, line));
        return finish(report, profile == null ? null : run.profile(), line);
    }

    private void print(Report found, CommandLine line) {
        line.getOut().print(summary ? "" : found.text());
        line.getOut().flush();
    }

    private int finish(Report report, @Nullable StubProfile observed, CommandLine line) {
        if (summary) {
            line.getOut().print(new AssumptionSummary(report.results(), settings, observed).text());
            line.getOut().println(report.conclusion());
        }
        if (observed != null && profile != null) {
            write(profile, observed.yaml(traffic == null ? settings.url().toString() : "the recorded service"));
        }
        line.getOut().flush();
        return report.held() ? ExitCode.OK : 1;
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException unwritable) {
            throw new UncheckedIOException("--write-profile cannot be written: " + unwritable, unwritable);
        }
    }

    /** The version in the manifest of the jar. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = GpuCloudContractKit.class.getPackage().getImplementationVersion();
            return new String[] {"gpu-cloud-contract-kit " + (version == null ? "(unpackaged)" : version)};
        }
    }
}
