package io.gpucloud.cli;

import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The result of a rental: the file of {@code --result}, and a line of the history from which {@code cost} calculates.
 */
final class RentalResult {

    /** In the folder of the journal: a line for each rental. */
    static final String HISTORY = "rentals.jsonl";

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

    private final Supplier<Instant> now;
    private final @Nullable Path file;
    private final Path journal;
    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();
    private @Nullable Instance instance;
    private @Nullable Instant began;
    private BigDecimal perHour = BigDecimal.ZERO;

    RentalResult(Supplier<Instant> now, @Nullable Path file, Path journal) {
        this.now = now;
        this.file = file;
        this.journal = journal;
        members.put("exit_status", null);
        members.put("command_exit_status", null);
        members.put("left", List.of());
        members.put("candidates", List.of());
        members.put("outcome_unknown", false);
        members.put("message", "");
    }

    void rented(InstanceLease lease, BigDecimal pricePerHour) {
        reached(lease.instance());
        began = Objects.requireNonNullElseGet(lease.instance().startTime(), now);
        perHour = pricePerHour;
        members.put("instance_uuid", lease.instanceUuid());
        members.put("title", lease.instance().title().replaceFirst("^\\S*: ", ""));
        members.put("tag", lease.tag());
        members.put("gpu_uuid", lease.instance().gpuUuid());
        members.put("gpu_name", lease.instance().gpuName());
        members.put("gpu_count", lease.instance().gpuCount());
        members.put("price_per_hour", perHour);
        members.put("began_at", began);
        members.put("timer_ends_at", lease.endsAt());
        members.put("timer_verified", lease.timerVerified());
    }

    void reached(Instance instance) {
        this.instance = instance;
    }

    /** The variables of the command. */
    Map<String, String> environment() {
        Instance running = Objects.requireNonNull(instance);
        List<String> addresses = running.serverUrls();
        return Map.of(
                "GPU_CLOUD_INSTANCE_UUID", running.instanceUuid(),
                "GPU_CLOUD_SERVER_URL", addresses.isEmpty() ? "" : addresses.get(0),
                "GPU_CLOUD_SERVER_URLS", Output.jsonLine(addresses));
    }

    void commandEnded(int status) {
        members.put("command_exit_status", status);
    }

    void ended(int status) {
        members.put("message", "the command ended with status " + status + "; nothing is left");
    }

    void failed(Exception failure) {
        ExitStatus.Left left = ExitStatus.Left.by(failure);
        members.put("message", ExitStatus.message(failure));
        members.put("left", List.copyOf(left.instances()));
        members.put("candidates", left.candidateUuids());
        members.put("outcome_unknown", left.unknown());
    }

    /** For people, when the instance runs. */
    String announcement() {
        return members.get("instance_uuid") + " runs: " + Text.of(members.get("gpu_count")) + " x "
                + Text.of(members.get("gpu_name")) + " at " + Text.of(perHour) + " per hour, until "
                + Text.of(members.get("timer_ends_at")) + " at the latest";
    }

    /** For people, at the end. */
    String summary() {
        return members.get("instance_uuid") + " after " + Text.duration(duration()) + ", about " + Text.of(cost());
    }

    private Duration duration() {
        return began == null ? Duration.ZERO : Duration.between(began, now.get());
    }

    private BigDecimal cost() {
        return perHour.multiply(BigDecimal.valueOf(Math.max(0, duration().toSeconds())))
                .divide(SECONDS_PER_HOUR, 2, RoundingMode.UP);
    }

    /** Writes the result and the history. */
    void finish(int status, PrintWriter err) {
        members.put("exit_status", status);
        if (instance != null) {
            members.put("ended_at", now.get());
            members.put("cost_calculated", cost());
        }
        try {
            write();
            if (instance != null) {
                PrivateFiles.append(journal.resolve(HISTORY), Output.jsonLine(members) + "\n");
            }
        } catch (IOException | UsageException failure) {
            err.println("gpu-cloud: the result was not written: " + failure.getMessage());
        }
    }

    /** Readers see a whole file. It is also written at the beginning, so that a wrong name costs nothing. */
    void write() {
        if (file == null) {
            return;
        }
        try {
            Path next = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(next, Output.json(members) + "\n");
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UsageException("--result cannot be written: " + failure.getMessage());
        }
    }
}
