package io.gpucloud.cli.serve;

import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.command.Version;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.LeaseOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves leases to a library of another language. */
@Command(name = "serve")
public final class ServeCommand extends ServiceCommand {

    /** The version of the protocol. It rises when a client of before would misunderstand it. */
    static final int VERSION = 1;

    @Option(names = "--stdio")
    private boolean stdio;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    private InputStream input = System.in;
    /** Not System.out, which hides that its reader has ended. */
    private OutputStream output = new FileOutputStream(FileDescriptor.out);

    private @Nullable Connection connection;
    private Connection.@Nullable Request first;
    private Params.@Nullable Initialize initialize;

    /** Serves another input and output than those of the process. */
    public ServeCommand over(InputStream input, OutputStream output) {
        this.input = input;
        this.output = output;
        return this;
    }

    /** The first request says in which time the client lives. */
    @Override
    protected GpuCloudClient connect(@Nullable WaitTimer timer) throws IOException {
        if (!stdio) {
            throw new UsageException("--stdio is missing: there is no other way to serve");
        }
        connection = new Connection(input, output);
        first = awaitInitialize(connection);
        try {
            initialize = Params.read(first.params(), Params.Initialize.class);
            if (initialize.version() != VERSION) {
                throw new ProtocolException(
                        ProtocolException.INVALID_REQUEST,
                        "version_mismatch",
                        "the version of the protocol is " + VERSION + ", not " + initialize.version());
            }
            Optional.ofNullable(initialize.journal()).ifPresent(settings::useJournal);
            String clock = initialize.stubClock();
            return super.connect(
                    clock == null ? timer : new StubTimer(clock, System.getenv("GPU_CLOUD_STUB_ADMIN_TOKEN")));
        } catch (RuntimeException wrong) {
            throw rejected(wrong);
        }
    }

    private static Connection.Request awaitInitialize(Connection connection) throws IOException {
        for (Connection.Request request = connection.next(); request != null; request = connection.next()) {
            if (request.method().equals("initialize")) {
                return request;
            }
            connection.fail(request.id(), ProtocolException.unknownMethod("the first method must be initialize"));
        }
        throw new UsageException("the input has ended before a request");
    }

    @Override
    protected int run(GpuCloudClient client) throws InterruptedException {
        Connection clients = Objects.requireNonNull(connection);
        Params.Initialize given = Objects.requireNonNull(initialize);
        try {
            Engine engine;
            try {
                LeaseOptions.Builder options = leasing.options(client, this);
                given.applyTo(options);
                engine = new Engine(client, options.build(), clients);
            } catch (RuntimeException wrong) {
                throw rejected(wrong);
            }
            clients.respond(
                    Objects.requireNonNull(first).id(), Map.of("version", VERSION, "program", Version.number()));
            engine.run(parent(given.process()));
            return ExitStatus.OK;
        } finally {
            clients.close();
        }
    }

    /** The client gets the failure, too. Its next engine may have better settings. */
    private RuntimeException rejected(RuntimeException wrong) {
        Connection client = Objects.requireNonNull(connection);
        client.fail(Objects.requireNonNull(first).id(), wrong);
        client.close();
        return wrong;
    }

    /** A worker that the client forks keeps the input open, so that its end does not show that of the client. */
    private static @Nullable ProcessHandle parent(@Nullable Long process) {
        if (process == null) {
            return ProcessHandle.current().parent().orElse(null);
        }
        return ProcessHandle.of(process).orElseThrow(() -> new UsageException("process " + process + " has ended"));
    }
}
