package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that uses the service. */
abstract class ServiceCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable GpuCloud program;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    final Settings settings = new Settings();

    @Override
    public final Integer call() throws Exception {
        try (GpuCloudClient client = connect(Objects.requireNonNull(program).timer())) {
            return run(client);
        }
    }

    GpuCloudClient connect(@Nullable WaitTimer timer) throws IOException {
        return settings.client(timer);
    }

    /** Does the work. Returns the exit status. */
    abstract int run(GpuCloudClient client) throws Exception;

    final void print(Document document) {
        new Output(out(), settings.format).print(document);
        out().flush();
    }

    /** Prints a line about progress on standard error. */
    final void progress(String line) {
        if (!settings.quiet) {
            err().println("gpu-cloud: " + line);
        }
    }

    /** Prints the state of a rental on standard error. */
    final void progress(Duration elapsed, String state, @Nullable String instanceUuid) {
        progress(Text.duration(elapsed) + ": " + state + (instanceUuid == null ? "" : " instance " + instanceUuid));
    }

    final PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    final PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }
}
