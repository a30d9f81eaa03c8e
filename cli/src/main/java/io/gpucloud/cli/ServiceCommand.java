package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
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
        int width = Terminal.console() == null
                ? Integer.MAX_VALUE
                : Objects.requireNonNull(spec).usageMessage().width();
        new Output(out(), settings.format, width).print(document);
        out().flush();
    }

    /** Prints failed destructions on standard error. Returns the identifiers of the instances. */
    final List<String> report(List<InstanceNotDestroyedException> left) {
        left.forEach(failure -> ExitStatus.report(failure, err()));
        return left.stream().map(InstanceNotDestroyedException::instanceUuid).toList();
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
