package io.gpucloud.cli.account;

import io.gpucloud.cli.command.Profile;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Terminal;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Stores the address of a service and its API key for all commands. */
@Command(name = "configure")
public final class ConfigureCommand implements Callable<Integer> {

    @Option(names = "--base-url", required = true, paramLabel = "URL")
    private String baseUrl = "";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path file = configure(baseUrl, key(), Profile.folder());
        Objects.requireNonNull(spec)
                .commandLine()
                .getOut()
                .println("wrote " + file + ". Check it with: gpu-cloud doctor");
        return ExitStatus.OK;
    }

    /** Without an echo on a terminal, otherwise the first line of the input. */
    private static String key() throws IOException {
        Console console = Terminal.console();
        if (console != null) {
            char[] typed = console.readPassword("API key: ");
            return typed == null ? "" : String.valueOf(typed);
        }
        if (Terminal.isTerminal(0)) {
            throw new UsageException("the API key would be visible. Do not redirect the output, or pass the key on"
                    + " standard input: gpu-cloud configure --base-url URL < FILE");
        }
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        return Objects.requireNonNullElse(line, "");
    }

    /** Stores a profile in a folder, if a client accepts it. Returns the file. */
    static Path configure(String baseUrl, String key, Path folder) throws IOException {
        try {
            if (key.isBlank()) {
                throw new UsageException("no API key was given, so nothing was stored");
            }
            Profile profile =
                    new Profile(baseUrl.strip(), ApiKey.of(key.strip()).value());
            GpuCloudClient.builder().baseUrl(profile.baseUrl()).build().close();
            return profile.write(folder);
        } catch (IllegalArgumentException wrong) {
            throw UsageException.of(wrong);
        }
    }
}
