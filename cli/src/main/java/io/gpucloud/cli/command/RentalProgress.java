package io.gpucloud.cli.command;

import io.gpucloud.cli.output.Progress;
import io.gpucloud.cli.output.Text;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseCost;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseListener;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.RentalPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** The current step of each rental and its deadline, in words. Prints the events of rentals. */
public final class RentalProgress implements LeaseListener {

    private final GpuCloudClient client;
    private final Progress progress;
    private final Instant began;
    private final Duration search;
    private final Duration destruction;
    private volatile Duration creation = Duration.ZERO;
    private volatile Duration boot;
    private volatile String otherwise = "";

    /** The latest event of each rental that waits, by title. */
    private final Map<String, LeaseEvent> latest = new ConcurrentSkipListMap<>();

    RentalProgress(GpuCloudClient client, Progress progress, LeaseOptions options) {
        this.client = client;
        this.progress = progress;
        began = client.timer().now();
        search = options.window().multipliedBy(2).plus(options.clockTolerance()).plus(options.interval());
        destruction = options.destroyDeadline();
        boot = options.bootTimeout();
    }

    /** A rental begins. {@code longest}: how long it waits for a free GPU, zero if it does not. */
    public void begins(RentalPlan plan, Duration longest) {
        creation = longest;
        boot = Objects.requireNonNullElse(plan.bootTimeout(), boot);
        awaits("looking for a GPU", longest);
    }

    @Override
    public void onEvent(LeaseEvent event) {
        String instance = " instance " + event.instanceUuid();
        switch (event.type()) {
            case CREATING -> waits(event, "creating");
            case IN_DOUBT -> waits(event, "the response to the create request was lost; looking for its instance");
            case BOOTING -> waits(event, "booting" + instance);
            case ENDING -> waits(event, "destroying" + instance);
            case RENEWAL_FAILED ->
                progress.warn("the shutdown timer could not be renewed, and ends" + instance + " at "
                        + Text.of(event.endsAt()));
            case OVERDUE -> progress.warn(instance.strip() + " still runs after its timer, and is destroyed");
            default -> {
                awaitsNothing();
                latest.remove(event.title());
            }
        }
    }

    private void waits(LeaseEvent event, String state) {
        latest.put(event.title(), event);
        progress.line(Text.duration(Duration.between(began, event.at())) + ": " + state);
    }

    /**
     * Sets the step that is shown as long as there is no event of a rental. {@code longest}: zero if it is not known.
     */
    public void awaits(String what, Duration longest) {
        otherwise = what + until(client.timer().now(), longest);
    }

    public void awaitsNothing() {
        otherwise = "";
    }

    /** How long instances of ended processes are looked for, and those of lost responses. */
    public Duration search() {
        return search;
    }

    /** How long an attempt to destroy an instance lasts. */
    public Duration destruction() {
        return destruction;
    }

    /** Does work. If it takes long, shows the reason of the wait. */
    public <T> T during(Callable<T> work) throws Exception {
        return progress.during(this::state, work);
    }

    /** Empty if nothing waits. */
    private String state() {
        Instant now = client.timer().now();
        String states = latest.values().stream().map(event -> state(event, now)).collect(Collectors.joining("; "));
        String all = states.isEmpty() ? otherwise : states;
        return all.isEmpty() ? all : Text.duration(Duration.between(began, now)) + ": " + all;
    }

    private String state(LeaseEvent event, Instant now) {
        Duration longest = switch (event.type()) {
            case CREATING -> creation;
            case IN_DOUBT -> search;
            case BOOTING -> boot;
            default -> destruction;
        };
        LeaseCost cost = event.cost();
        return Text.words(event.type())
                + (cost == null
                        ? ""
                        : new LeaseCost(cost.since(), now, cost.perHourAtMost(), cost.perHourBilled())
                                .atMost()
                                .map(amount -> ", at most " + Text.of(amount) + " so far")
                                .orElse(""))
                + until(event.at(), longest)
                // At the end, which a narrow terminal cuts.
                + (event.instanceUuid() == null ? "" : ", instance " + event.instanceUuid());
    }

    private static String until(Instant since, Duration longest) {
        return longest.isZero() ? "" : ", at most until " + Text.time(since.plus(longest));
    }
}
