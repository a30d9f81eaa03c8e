package io.gpucloud.cli.command;

import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.cli.stub.EnvCommand;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.LeaseJournalException;
import io.gpucloud.client.lease.LeaseOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands that use the service. */
public final class Settings {

    /** The folder in that of the journal that the rentals of agents have. */
    public static final String JOURNAL_OF_AGENTS = "mcp";

    private static final String BASE_URL = "GPU_CLOUD_BASE_URL";

    @Option(names = "--base-url", paramLabel = "URL")
    private @Nullable String baseUrl;

    @Option(names = "--api-key-file", paramLabel = "FILE")
    private @Nullable Path apiKeyFile;

    @Option(names = "--journal", paramLabel = "FOLDER", defaultValue = "${env:GPU_CLOUD_JOURNAL}")
    private @Nullable Path journal;

    @Option(names = "--timer-unit", paramLabel = "UNIT", defaultValue = "${env:GPU_CLOUD_TIMER_UNIT:-epoch_seconds}")
    private ShutdownTimeUnit timerUnit = ShutdownTimeUnit.EPOCH_SECONDS;

    @Option(names = "--output", paramLabel = "FORMAT", defaultValue = "${env:GPU_CLOUD_OUTPUT:-table}")
    public Output.Format format = Output.Format.TABLE;

    @Option(names = "--quiet")
    boolean quiet;

    private @Nullable String stubKey;

    /** Uses an account of a stub, and a journal in a folder. */
    public void useStub(int port, String key, Path folder) {
        baseUrl = EnvCommand.stubUrl(port);
        journal = folder.resolve("journal");
        stubKey = key;
    }

    public void useJournal(Path folder) {
        journal = folder;
    }

    /**
     * Where requests go.
     *
     * @param key null if the environment has it, or nothing
     */
    record Connection(URI address, @Nullable Supplier<ApiKey> key) {}

    /**
     * The address and the key. A profile is used only as a whole: its key for no other address, and its address with no
     * other key.
     *
     * @param profile asked only if options and variables do not have both
     */
    Connection connection(Function<String, @Nullable String> variables, Supplier<Optional<Profile>> profile) {
        String given = baseUrl == null ? variables.apply(BASE_URL) : baseUrl;
        String address = given == null || given.isBlank() ? null : given.strip();
        boolean hasKey = apiKeyFile != null
                || Stream.of("GPU_CLOUD_API_KEY", "GPU_CLOUD_API_KEY_FILE")
                        .map(variables)
                        .anyMatch(value -> value != null && !value.isBlank());
        Profile stored = address != null && hasKey ? null : profile.get().orElse(null);
        if (address == null) {
            return ofProfile(stored, hasKey);
        }
        return new Connection(uri(address), stored != null && !hasKey && stored.isFor(address) ? stored::key : null);
    }

    private static Connection ofProfile(@Nullable Profile stored, boolean hasKey) {
        if (stored == null) {
            throw new UsageException("the address of the service is missing: run gpu-cloud configure, or set $"
                    + BASE_URL + " or --base-url, for example to https://HOST/api/open/v2");
        }
        if (hasKey) {
            throw new UsageException("a key without an address: the profile is for " + stored.baseUrl()
                    + ", to which no other key is sent. Also set $" + BASE_URL + " or --base-url");
        }
        return new Connection(uri(stored.baseUrl()), stored::key);
    }

    /** A client for the service. {@code timer}: the time of tests; null for that of the service. */
    GpuCloudClient client(@Nullable WaitTimer timer) {
        try {
            Connection connection = connection();
            GpuCloudClientBuilder builder = GpuCloudClient.builderFromEnv()
                    .baseUrl(connection.address().toString())
                    .shutdownTimeUnit(timerUnit)
                    .userAgentSuffix("gpu-cloud-cli");
            if (stubKey != null) {
                builder.apiKey(stubKey);
            } else if (apiKeyFile != null) {
                if (!Files.isReadable(apiKeyFile)) {
                    throw new UsageException("--api-key-file cannot be read: " + apiKeyFile);
                }
                builder.apiKey(ApiKey.inFile(apiKeyFile));
            } else if (connection.key() != null) {
                builder.apiKey(connection.key());
            }
            Optional.ofNullable(timer).ifPresent(builder::timer);
            return builder.build();
        } catch (IllegalArgumentException | IllegalStateException wrong) {
            throw UsageException.of(wrong);
        }
    }

    private Connection connection() {
        return stubKey != null
                ? new Connection(uri(String.valueOf(baseUrl)), null)
                : connection(System::getenv, () -> Profile.in(Profile.folder()));
    }

    public URI baseUrl() {
        return connection().address();
    }

    /** Whether an address is one of this machine. */
    public static boolean isOnThisMachine(URI address) {
        try {
            // Without a host, it would be one.
            return address.getHost() != null
                    && InetAddress.getByName(address.getHost()).isLoopbackAddress();
        } catch (UnknownHostException elsewhere) {
            return false;
        }
    }

    private static URI uri(String address) {
        try {
            return URI.create(address);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("--base-url is no address: " + Text.printable(address));
        }
    }

    /** The folder of the journal, which only its owner can read: by default that of programs of this user. */
    public Path journal(GpuCloudClient client) {
        try {
            return PrivateFiles.createFolder(journal == null ? LeaseOptions.folderOfUser(client) : journal);
        } catch (IOException | LeaseJournalException failure) {
            Throwable reason = Objects.requireNonNullElse(failure.getCause(), failure);
            throw new UsageException("the folder of the journal cannot be created: " + reason.getMessage()
                    + ". Set another one with --journal");
        }
    }

    /** The folder of the rentals of agents, which must not take over what people or other programs rent. */
    public Path journalOfAgents(GpuCloudClient client) {
        return journal(client).resolve(JOURNAL_OF_AGENTS);
    }
}
