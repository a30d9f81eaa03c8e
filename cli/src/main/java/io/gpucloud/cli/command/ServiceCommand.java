package io.gpucloud.cli.command;

import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.Progress;
import io.gpucloud.cli.output.Terminal;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that uses the service. */
public abstract class ServiceCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable ProgramTime program;

    @Spec
    private @Nullable CommandSpec spec;

    private @Nullable Progress progress;

    @Mixin
    public final Settings settings = new Settings();

    @Override
    public final Integer call() throws Exception {
        try (GpuCloudClient client = connect(Objects.requireNonNull(program).timer())) {
            return run(client);
        }
    }

    protected GpuCloudClient connect(@Nullable WaitTimer timer) throws IOException {
        return settings.client(timer);
    }

    /** Does the work. Returns the exit status. */
    protected abstract int run(GpuCloudClient client) throws Exception;

    public final void print(Document document) {
        int width = Terminal.console() == null ? Integer.MAX_VALUE : width();
        new Output(out(), settings.format, width).print(document);
        out().flush();
    }

    /** Prints failed destructions on standard error. Returns the identifiers of the instances. */
    public final List<String> report(List<InstanceNotDestroyedException> left) {
        left.forEach(this::report);
        return left.stream().map(InstanceNotDestroyedException::instanceUuid).toList();
    }

    /** Prints a failure on standard error, in the format of results. Returns the exit status. */
    public final int report(Throwable failure) {
        return isJson() ? ExitStatus.reportAsJson(failure, err()) : ExitStatus.report(failure, err());
    }

    /** Whether programs read the output. */
    public final boolean isJson() {
        return settings.format == Output.Format.JSON;
    }

    /** Progress on standard error. */
    public final Progress progress() {
        if (progress == null) {
            // People may see standard error, although the output goes elsewhere.
            progress = new Progress(err(), Terminal.isTerminal(2) ? width() : 0, settings.quiet || isJson());
        }
        return progress;
    }

    private int width() {
        return Objects.requireNonNull(spec).usageMessage().width();
    }

    public final PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    public final PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }
}
