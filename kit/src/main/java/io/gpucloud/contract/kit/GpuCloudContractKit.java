package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
        description = "Compares a GPU Cloud API service with the contract, operation by operation.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no difference was found; skipped checks are listed",
            "1:something differs, an instance is left over, or the kit could not check for leftovers",
            "2:wrong usage, no server listens at --url, there is no API at this address, the key or the token is rejected, the list of instances cannot be read, "
                    + "the file of --traffic cannot be read, reports cannot be written, or the run failed"
        })
public final class GpuCloudContractKit implements Callable<Integer> {

    /** Stands for the address of a recorded service, which the file has. */
    private static final URI RECORDED = URI.create("https://recorded.invalid");

    private static final String KEY = "${env:GPU_CLOUD_API_KEY}";

    @Spec
    private CommandLine.Model.@Nullable CommandSpec command;

    @Option(names = "--url", description = "Base address, with the version: https://HOST/api/open/v2")
    private @Nullable URI url;

    @Option(
            names = "--traffic",
            paramLabel = "FILE.har",
            description =
                    "Checks recorded traffic instead, without any request. With --url, only exchanges with that address.")
    private @Nullable Path traffic;

    @Option(
            names = "--key",
            defaultValue = KEY,
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            description = "The API key. Prefer GPU_CLOUD_API_KEY, because other users can see command lines.")
    private @Nullable String key;

    @Option(names = "--read-only", description = "Sends only GET requests: costs nothing and changes nothing.")
    private boolean readOnly;

    @Option(names = "--admin", description = "The service is our stub: uses /__admin, with new accounts.")
    private boolean admin;

    @Option(
            names = "--admin-token",
            defaultValue = "${env:GPU_CLOUD_ADMIN_TOKEN}",
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            description = "The token for /__admin. Prefer GPU_CLOUD_ADMIN_TOKEN.")
    private @Nullable String adminToken;

    @Option(names = "--strict", description = "Undeclared members and unlisted values are also differences.")
    private boolean strict;

    @Option(
            names = "--without",
            split = ",",
            description =
                    "Assumptions to switch off: names such as timer-unit from docs/reference/assumptions.md, errors, or all.")
    private Set<String> without = Set.of();

    @Option(names = "--only", split = ",", description = "operationIds to test.")
    private Set<String> only = Set.of();

    @Option(names = "--observed", description = "Also checks operations that were observed, but are not documented.")
    private boolean observed;

    @Option(names = "--report-dir", description = "Writes report.md and JUnit XML there.")
    private @Nullable Path reports;

    @Option(
            names = "--summary",
            description = "Prints one line for each assumption instead of one block for each operation.")
    private boolean summary;

    @Option(
            names = "--write-profile",
            description = "Observes the service again and writes a file for the setting stub.profile of the stub.")
    private @Nullable Path profile;

    @Option(
            names = "--allow-cost",
            description =
                    "Lets --write-profile keep an instance running for some minutes, if the cheapest GPU model costs"
                            + " at most this amount an hour: how it starts, its timer, and saving an image.")
    private @Nullable BigDecimal allowCost;

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
        Settings settings = settings(line);
        line.getOut().println("GPU cloud contract kit: " + target(settings));
        try {
            return run(settings, line);
        } catch (UnreachableException | UncheckedIOException stopped) {
            line.getErr().println(stopped.getMessage());
        } catch (RuntimeException broken) {
            line.getErr()
                    .println("the run failed: " + SecretRedactor.of(settings).mask(broken.toString()));
        }
        return ExitCode.USAGE;
    }

    /** The service or the file that is checked, and the options. */
    private String target(Settings settings) {
        return traffic == null ? settings.toString() : traffic.getFileName() + settings.options();
    }

    private int run(Settings settings, CommandLine line) {
        KitRun run = new KitRun(settings, reports);
        if (traffic != null) {
            TrafficFile recorded = TrafficFile.read(traffic, settings, url == null ? null : settings.url());
            TrafficRun checked = new TrafficRun(settings, recorded);
            Report report = run.show(() -> checked.run(target(settings)), found -> print(found, line));
            line.getOut().println("other exchanges in the file: " + recorded.others());
            return finish(report, checked.profile(), settings, line);
        }
        Report report = run.run(found -> print(found, line));
        StubProfile found = profile == null ? null : ServiceProfiler.run(settings, RateLimitRetry.REAL_TIME);
        return finish(report, found, settings, line);
    }

    private void print(Report found, CommandLine line) {
        line.getOut().print(summary ? "" : found.text());
        line.getOut().flush();
    }

    private int finish(Report report, @Nullable StubProfile observed, Settings settings, CommandLine line) {
        if (summary) {
            line.getOut().print(new AssumptionSummary(report.results(), settings, observed).text());
            line.getOut().println(report.conclusion());
        }
        if (observed != null && profile != null) {
            write(profile, observed.yaml(traffic == null ? settings.url().toString() : "the recorded service"));
        }
        line.getOut().flush();
        List<String> left = observed == null ? List.of() : observed.notes();
        left.forEach(line.getErr()::println);
        return report.held() && left.isEmpty() ? ExitCode.OK : 1;
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException unwritable) {
            throw new UncheckedIOException("--write-profile cannot be written: " + unwritable, unwritable);
        }
    }

    /** Only messages of settings are shown. Other messages could contain a key. */
    private Settings settings(CommandLine line) {
        try {
            if (traffic != null) {
                Settings.require(
                        !admin && !readOnly && !observed && allowCost == null,
                        "--traffic sends no request: leave out --admin, --read-only, --observed and --allow-cost");
                URI recorded = url == null ? RECORDED : url;
                // The key is only masked.
                return new Settings(recorded, key, false, false, null, strict, without, only, null, false);
            }
            Settings.require(url != null, "Missing required option: '--url=<url>' or '--traffic=FILE.har'");
            return new Settings(
                            Objects.requireNonNull(url),
                            key,
                            readOnly,
                            admin,
                            adminToken,
                            strict,
                            without,
                            only,
                            allowCost,
                            observed)
                    .requiringKey();
        } catch (IllegalArgumentException impossible) {
            throw new ParameterException(line, String.valueOf(impossible.getMessage()), impossible);
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
