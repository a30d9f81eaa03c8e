package io.gpucloud.cli;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.WaitTimer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands that use the service. */
final class Settings {

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
    Output.Format format = Output.Format.TABLE;

    @Option(names = "--quiet")
    boolean quiet;

    private boolean usesStub;

    /** Uses a stub, with its own key, and a journal in a folder. */
    void useStub(int port, Path folder) {
        baseUrl = EnvCommand.stubUrl(port);
        journal = folder.resolve("journal");
        usesStub = true;
    }

    /** A client for the service. {@code timer}: the time of tests; null for that of the service. */
    GpuCloudClient client(@Nullable WaitTimer timer) {
        try {
            GpuCloudClientBuilder builder = GpuCloudClient.builderFromEnv()
                    .baseUrl(baseUrl().toString())
                    .shutdownTimeUnit(timerUnit)
                    .userAgentSuffix("gpu-cloud-cli");
            if (usesStub) {
                builder.apiKey(EnvCommand.STUB_KEY);
            } else if (apiKeyFile != null) {
                if (!Files.isReadable(apiKeyFile)) {
                    throw new UsageException("--api-key-file cannot be read: " + apiKeyFile);
                }
                builder.apiKey(ApiKey.inFile(apiKeyFile));
            }
            Optional.ofNullable(timer).ifPresent(builder::timer);
            return builder.build();
        } catch (IllegalArgumentException | IllegalStateException wrong) {
            throw UsageException.of(wrong);
        }
    }

    URI baseUrl() {
        String address = baseUrl == null ? System.getenv(BASE_URL) : baseUrl;
        if (address == null || address.isBlank()) {
            throw new UsageException("the address of the service is missing: set $" + BASE_URL
                    + " or --base-url, for example to https://HOST/api/open/v2");
        }
        try {
            return URI.create(address.strip());
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("--base-url is no address: " + Text.printable(address));
        }
    }

    /** The folder of the journal, which only its owner can read. Services do not share one. */
    Path journal() {
        Path folder = journal == null
                ? stateHome()
                        .resolve("gpu-cloud")
                        .resolve(baseUrl().getAuthority().replaceAll("[^A-Za-z0-9.-]", "_"))
                : journal;
        try {
            return PrivateFiles.createFolder(folder);
        } catch (IOException failure) {
            throw new UsageException("the folder of the journal cannot be created: " + failure.getMessage()
                    + ". Set another one with --journal");
        }
    }

    /** As the XDG specification says: a relative path does not count. */
    private static Path stateHome() {
        String home = System.getenv("XDG_STATE_HOME");
        return home != null && Path.of(home).isAbsolute()
                ? Path.of(home)
                : Path.of(System.getProperty("user.home"), ".local", "state");
    }
}
