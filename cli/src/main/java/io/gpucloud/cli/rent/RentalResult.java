package io.gpucloud.cli.rent;

import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseStatistics;
import io.gpucloud.client.lease.PendingLease;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The result of a rental: the file of {@code --result}. It is written at each step, so that it is also right if this
 * program is killed.
 */
public final class RentalResult {

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

    private final Supplier<Instant> now;
    private final @Nullable ResultFile file;
    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();
    private final Set<String> left = new LinkedHashSet<>();
    /** The instances that ended processes have left, and this one has not taken over. */
    private List<PendingLease> leftByOthers = List.of();

    /** Whether a create request has no outcome. */
    private boolean unknown;

    private @Nullable Instance instance;
    private @Nullable Instant began;
    private @Nullable Instant instanceEndedAt;
    private BigDecimal perHour = BigDecimal.ZERO;
    private BigDecimal atMostPerHour = BigDecimal.ZERO;

    /**
     * Replaces the file of the last rental.
     *
     * @throws UsageException if the file cannot be written
     */
    RentalResult(Supplier<Instant> now, @Nullable Path file) {
        this.now = now;
        this.file = file == null ? null : ResultFile.named(file);
        members.putAll(nothing("planned", null, ""));
        try {
            write();
        } catch (IOException failure) {
            throw new UsageException("--result cannot be written: " + failure.getMessage());
        }
    }

    /** Replaces the file of the last rental, because this one cannot begin. */
    public static void notBegun(List<String> arguments, int status, String message, PrintWriter err) {
        ResultFile.in(arguments).ifPresent(file -> {
            try {
                ResultFile.named(file).write(nothing("failed", status, message));
            } catch (IOException | UsageException failure) {
                if (!message.equals(failure.getMessage())) {
                    err.println("gpu-cloud: the result was not written: " + failure.getMessage());
                }
            }
        });
    }

    private static Map<String, @Nullable Object> nothing(String state, @Nullable Integer status, String message) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("state", state);
        members.put("exit_status", status);
        members.put("command_exit_status", null);
        members.put("left", Set.of());
        members.put("candidates", List.of());
        members.put("outcome_unknown", false);
        members.put("message", message);
        return members;
    }

    /** Records what ended processes have left, and this one may take over. */
    synchronized void leftByOthers(List<PendingLease> pending) {
        leftByOthers = pending;
        save();
    }

    private Set<String> left() {
        Set<String> all = new LinkedHashSet<>(left);
        leftByOthers.stream()
                .map(PendingLease::instanceUuid)
                .filter(Objects::nonNull)
                .forEach(all::add);
        return all;
    }

    private boolean isUnknown() {
        return unknown || leftByOthers.stream().anyMatch(pending -> pending.instanceUuid() == null);
    }

    /** Records an event of the rental. If this program is killed now, the file contains it. */
    synchronized void on(LeaseEvent event) {
        String uuid = event.instanceUuid();
        switch (event.type()) {
            case CREATING, IN_DOUBT -> {
                members.put("title", withoutOwner(event.title()));
                members.put("tag", event.tag());
                unknown = true;
            }
            case CREATED, BOOTING, RUNNING, RECOVERED -> {
                left.add(Objects.requireNonNull(uuid));
                unknown = false;
                members.put("instance_uuid", uuid);
            }
            case LOST, OVERDUE -> instanceEnded(event);
            case ENDING -> {}
            case ENDED -> left.remove(uuid);
            default -> {
                return;
            }
        }
        members.put("state", state(event.type()));
        save();
    }

    private static String state(LeaseEvent.Type type) {
        return switch (type) {
            case CREATED -> "booting";
            case RECOVERED -> "running";
            case OVERDUE -> "ending";
            default -> type.name().toLowerCase(Locale.ROOT);
        };
    }

    private void instanceEnded(LeaseEvent event) {
        if (instanceEndedAt == null) {
            instanceEndedAt = event.at();
            boolean byTimer = event.endsAt() != null && !event.at().isBefore(event.endsAt());
            members.put("instance_ended_at", event.at());
            members.put("end_reason", byTimer ? "timer" : "ended_by_others");
        }
    }

    synchronized void rented(InstanceLease lease, LeaseStatistics prices) {
        reached(lease.instance());
        began = Objects.requireNonNullElseGet(lease.instance().startTime(), now);
        perHour = prices.perHourBilled();
        atMostPerHour = prices.perHourAtMost();
        members.put("instance_uuid", lease.instanceUuid());
        members.put("title", withoutOwner(lease.instance().title()));
        members.put("tag", lease.tag());
        members.put("gpu_uuid", lease.instance().gpuUuid());
        members.put("gpu_name", lease.instance().gpuName());
        members.put("gpu_count", lease.instance().gpuCount());
        members.put("price_per_hour", perHour);
        members.put("at_most_per_hour", atMostPerHour);
        members.put("began_at", began);
        members.put("timer_ends_at", lease.endsAt());
        members.put("timer_verified", lease.timerVerified());
        save();
    }

    private static String withoutOwner(String title) {
        return title.replaceFirst("^\\S*: ", "");
    }

    synchronized void reached(Instance instance) {
        this.instance = instance;
    }

    /** The variables of the command. */
    synchronized Map<String, String> environment() {
        Instance running = Objects.requireNonNull(instance);
        List<String> addresses = running.serverUrls();
        return Map.of(
                "GPU_CLOUD_INSTANCE_UUID", running.instanceUuid(),
                "GPU_CLOUD_SERVER_URL", addresses.isEmpty() ? "" : addresses.get(0),
                "GPU_CLOUD_SERVER_URLS", Output.jsonLine(addresses));
    }

    synchronized void commandEnded(int status) {
        members.put("command_exit_status", status);
    }

    synchronized void ended(String message) {
        left.clear();
        members.put("state", "ended");
        members.put(
                "message", message + (leftByOthers.isEmpty() ? "; nothing is left" : "; its instance is destroyed"));
    }

    synchronized void failed(Exception failure) {
        ExitStatus.Left mayBeLeft = ExitStatus.Left.by(failure);
        String over = instance == null ? "failed" : "ended";
        members.put("state", mayBeLeft.unknown() ? "unknown" : mayBeLeft.isNothing() ? over : "ending");
        members.put("error", ExitStatus.kind(failure));
        members.put("message", ExitStatus.message(failure));
        left.clear();
        left.addAll(mayBeLeft.instances());
        unknown = mayBeLeft.unknown();
        members.put("candidates", mayBeLeft.candidateUuids());
    }

    /** For people, when the instance runs. */
    synchronized String announcement() {
        return members.get("instance_uuid") + " runs: " + Text.of(members.get("gpu_count")) + " x "
                + Text.of(members.get("gpu_name")) + " at " + Text.of(perHour) + " per hour, at most "
                + Text.of(atMostPerHour) + ", until "
                + Text.of(members.get("timer_ends_at")) + " at the latest";
    }

    /** For people, at the end. */
    synchronized String summary() {
        return members.get("instance_uuid") + " after " + Text.duration(duration()) + ", for at most "
                + Text.of(cost());
    }

    private Duration duration() {
        return began == null
                ? Duration.ZERO
                : Duration.between(began, Objects.requireNonNullElseGet(instanceEndedAt, now));
    }

    private BigDecimal cost() {
        return atMostPerHour
                .multiply(BigDecimal.valueOf(Math.max(0, duration().toSeconds())))
                .divide(SECONDS_PER_HOUR, 2, RoundingMode.UP);
    }

    /** Writes the result. Returns the exit status: a result that cannot be written is a failure. */
    synchronized int finish(int status, PrintWriter err) {
        members.put("exit_status", status);
        if (instance != null) {
            members.put("ended_at", now.get());
            members.put("cost_calculated", cost());
        }
        try {
            write();
            return status;
        } catch (IOException failure) {
            err.println("gpu-cloud: the result was not written: " + failure.getMessage());
            return status == ExitStatus.LEFT ? status : ExitStatus.FAILED;
        }
    }

    synchronized String json() {
        return Output.jsonLine(members);
    }

    /** The last write reports a failure. */
    private void save() {
        try {
            write();
        } catch (IOException failure) {
            members.put("message", "the result could not be written: " + failure.getMessage());
        }
    }

    private void write() throws IOException {
        members.put("left", left());
        members.put("outcome_unknown", isUnknown());
        if (file != null) {
            file.write(members);
        }
    }
}
