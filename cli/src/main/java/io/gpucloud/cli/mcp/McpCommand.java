package io.gpucloud.cli.mcp;

import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.command.SpendingLimit;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.LeaseOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves tools to an agent. */
@Command(name = "mcp")
public final class McpCommand extends ServiceCommand {

    @Option(names = "--allow-rent", defaultValue = "${env:GPU_CLOUD_ALLOW_RENT:-false}")
    private boolean allowRent;

    @Option(names = "--max-lifetime", paramLabel = "TIME", defaultValue = "${env:GPU_CLOUD_MAX_LIFETIME}")
    private @Nullable Duration maxLifetime;

    @Option(names = "--max-idle", paramLabel = "TIME", defaultValue = "${env:GPU_CLOUD_MAX_IDLE}")
    private @Nullable Duration maxIdle;

    @Option(names = "--ask-above", paramLabel = "AMOUNT", defaultValue = "${env:GPU_CLOUD_ASK_ABOVE}")
    private @Nullable BigDecimal askAbove;

    @Option(names = "--sandbox")
    private boolean inSandbox;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    private InputStream input = System.in;
    /** Not System.out, which hides that its reader has ended. */
    private OutputStream output = new FileOutputStream(FileDescriptor.out);

    private @Nullable Sandbox sandbox;

    /** Serves another input and output than those of the process. */
    public McpCommand over(InputStream input, OutputStream output) {
        this.input = input;
        this.output = output;
        return this;
    }

    /** The service, or the stub of a sandbox. */
    @Override
    protected GpuCloudClient connect(@Nullable WaitTimer timer) throws IOException {
        if (inSandbox) {
            sandbox = Sandbox.start(err());
            // The stub deletes its folder when it ends.
            settings.useStub(sandbox.port(), Sandbox.KEY, sandbox.stub().folder());
            limitSandbox();
            return super.connect(sandbox.time());
        }
        return super.connect(timer);
    }

    /** An agent can try everything in a sandbox, so it may rent there, within limits. */
    private void limitSandbox() {
        allowRent = true;
        maxLifetime = Objects.requireNonNullElse(maxLifetime, Duration.ofHours(4));
        leasing.limitBy(new SpendingLimit(BigDecimal.TEN, Duration.ofHours(24)), 2, BigDecimal.valueOf(8));
    }

    @Override
    protected int run(GpuCloudClient client) throws IOException, InterruptedException {
        try (Sandbox stub = sandbox;
                AgentRentals rentals = allowRent ? rentals(client) : null) {
            Map<String, AgentTool> tools = new LinkedHashMap<>(new AccountTools(client, rentals).all());
            if (rentals != null) {
                tools.putAll(rentals.tools());
            }
            if (stub != null) {
                tools.putAll(stub.tools());
            }
            AgentServer.run(tools, input, output);
        }
        return ExitStatus.OK;
    }

    private AgentRentals rentals(GpuCloudClient client) {
        LeaseOptions.Builder options = leasing.options(client, this);
        LeaseOptions limits = options.build();
        if (limits.spendingLimit() == null
                || limits.maxHourlyCost() == null
                || limits.maxOpenLeases() == null
                || maxLifetime == null) {
            throw new UsageException("--allow-rent needs --limit, --max-hourly, --max-open and --max-lifetime");
        }
        if (maxLifetime.compareTo(RentalQuotes.SHORTEST) < 0) {
            throw new UsageException("--max-lifetime must be at least " + RentalQuotes.SHORTEST.toMinutes()
                    + "m, the shortest rental that has a quote. It is " + Text.duration(maxLifetime));
        }
        if (maxIdle != null && maxIdle.compareTo(RentalQuotes.SHORTEST_IDLE) < 0) {
            throw new UsageException("--max-idle must be at least " + RentalQuotes.SHORTEST_IDLE.toMinutes()
                    + "m. It is " + Text.duration(maxIdle));
        }
        if (inSandbox) {
            progress()
                    .line("rents in a sandbox, where nothing costs money, within " + Text.of(limits.spendingLimit())
                            + " per " + Text.duration(Objects.requireNonNull(limits.spendingWindow())) + ", "
                            + Text.of(limits.maxHourlyCost()) + " per hour, " + limits.maxOpenLeases()
                            + " rentals at a time and " + Text.duration(maxLifetime) + " for each");
        }
        return new AgentRentals(client, options, settings.journalOfAgents(client), maxLifetime, maxIdle, askAbove);
    }
}
