package io.gpucloud.cli.mcp;

import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.InstanceNotFoundException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.LeaseCost;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.LeaseState;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.OnClose;
import io.gpucloud.client.lease.PendingLease;
import io.gpucloud.client.lease.RecoverableInstance;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rentals of an agent. Each quote is rented at most once, also if it is rented again after a lost response or by
 * the next server. The tag of a rental is its quote, by which the journal of the leases knows it. This class adds only
 * the failures of rentals that this server has begun.
 */
final class AgentRentals implements AutoCloseable {

    /** How long {@code end_rental} waits: less than clients wait for a result. */
    private static final Duration END_TIMEOUT = Duration.ofSeconds(20);

    /** The pause between two reads of a rental that ends. */
    private static final Duration LOOK = Duration.ofMillis(200);

    /** The pause between two reads of a rental that begins. */
    private static final Duration SLOW_LOOK = Duration.ofSeconds(1);

    /** Between two attempts to destroy an instance, each of which lasts {@link LeaseOptions#destroyDeadline()}. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** Nothing renews a timer before the next server starts. */
    private static final Duration HAND_OVER_TIME = Duration.ofMinutes(12);

    /** The members of the data of a rental: how it has ended, and whether its agent has asked for that. */
    private static final String MESSAGE = "message";

    private static final String END_REQUESTED = "end_requested";

    private static final String IN_DOUBT = "outcome_unknown";
    private static final String HELD = "held_by_another_server";

    private static final Set<String> OVER = Set.of("ended", "failed", IN_DOUBT, HELD);

    /** The states in which a rental changes by itself. */
    private static final Set<String> CHANGING = Set.of("creating", "searching", "booting", "recovering", "ending");

    /** The members of a rental in a list. */
    static final List<Column<Document>> OPEN = Stream.of(
                    "quote_id",
                    "purpose",
                    "state",
                    "message",
                    "instance_uuid",
                    "cost_so_far_at_most",
                    "ends_at",
                    "left",
                    "candidates")
            .map(name -> Column.of(name, (Document rental) -> rental.members().get(name)))
            .toList();

    private final GpuCloudClient client;
    private final RentalQuotes quotes;
    /**
     * The elapsed time at which a search for the instances of an earlier server has ended. They may still be listed,
     * but rarely are.
     */
    private final Duration searched;

    /** The rentals that this server has begun, by their quotes. If they are too many, those that are over go. */
    private final Map<String, CompletableFuture<InstanceLease>> started = new ConcurrentHashMap<>();

    /** The instances that a thread destroys. */
    private final Set<String> ending = ConcurrentHashMap.newKeySet();

    /** Held while a rental is extended, so that repeated calls extend it once. */
    private final Object extensions = new Object();

    /** Counts the threads that destroy instances. */
    private final Phaser background = new Phaser(1);

    private final Leases leases;
    private volatile boolean closed;

    /** {@code options}: limits and journal. */
    AgentRentals(
            GpuCloudClient client,
            LeaseOptions.Builder options,
            Path folder,
            Duration maxLifetime,
            @Nullable Duration maxIdle,
            @Nullable BigDecimal askAbove) {
        this.client = client;
        LeaseOptions all = options.journal(folder)
                .recoverOnStart(true)
                .recovery(AgentRentals::decide)
                .onClose(OnClose.HAND_OVER)
                .handOverTime(HAND_OVER_TIME)
                .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                .closeOnExit(true)
                .uniqueTags(true)
                // Only its agent uses a rental, also one of an earlier server.
                .active(lease -> false)
                .listener(this::observe)
                .build();
        searched = client.timer()
                .elapsed()
                .plus(all.window().multipliedBy(2))
                .plus(all.clockTolerance())
                .plus(all.interval());
        leases = Leases.of(client, all);
        quotes = new RentalQuotes(client, leases, all, maxLifetime, maxIdle, askAbove);
    }

    Map<String, AgentTool> tools() {
        return Map.of(
                "quote_rental", quotes::create,
                "rent", this::rent,
                "rental", this::rental,
                "extend_rental", this::extend,
                "list_rentals", any -> new Document().list("rentals", open(), OPEN),
                "end_rental", this::end);
    }

    /** The limits of the operator, with the unused part of each. */
    Map<String, Object> limits() {
        return quotes.limits();
    }

    /** The rentals that are not over, or whose outcome is not known, also those of earlier servers. */
    List<Document> open() {
        Stream<@Nullable String> tags = Stream.of(
                        leases.openLeases().stream().map(InstanceLease::tag),
                        leases.pending().stream().map(PendingLease::tag),
                        leases.journal().stream().map(JournalEntry::tag))
                .flatMap(tag -> tag);
        Stream<String> beginning = started.entrySet().stream()
                .filter(rental -> !rental.getValue().isDone())
                .map(Map.Entry::getKey);
        return Stream.concat(tags, beginning)
                .flatMap(Stream::ofNullable)
                .distinct()
                .filter(this::isRented)
                .sorted()
                .map(this::describe)
                .toList();
    }

    private static String quoteId(AgentTool.Call call) {
        return String.valueOf(call.text("quote_id"));
    }

    private Document rent(AgentTool.Call call) {
        String quoteId = quoteId(call);
        if (!isRented(quoteId)) {
            RentalPlan plan = quotes.plan(quoteId);
            requireConsent(call, quotes.question(quoteId), "Nothing was created");
            if (started.size() >= BoundedMap.MOST) {
                started.values().removeIf(CompletableFuture::isDone);
            }
            // Another call may have begun it while a person decided.
            started.computeIfAbsent(quoteId, absent -> isRecorded(quoteId) ? null : leases.rentAsync(plan));
        }
        return describe(quoteId);
    }

    private boolean isRented(String quoteId) {
        return started.containsKey(quoteId) || isRecorded(quoteId);
    }

    private boolean isRecorded(String quoteId) {
        return !leases.data(quoteId).isEmpty();
    }

    private static void requireConsent(AgentTool.Call call, Optional<String> question, String otherwise) {
        if (question.isPresent() && !call.consent().test(question.get())) {
            throw new UsageException("the person does not agree. " + otherwise);
        }
    }

    /** An agent that asks for its rental uses it. */
    private Document rental(AgentTool.Call call) throws InterruptedException {
        String quoteId = quoteId(call);
        lease(quoteId).ifPresent(InstanceLease::touch);
        Duration most = Duration.ofSeconds(call.number("wait_seconds", 0));
        Duration waited = Duration.ZERO;
        Document rental = describe(quoteId);
        while (CHANGING.contains(state(rental)) && waited.compareTo(most) < 0) {
            call.progress().report(waited, most, state(rental));
            client.timer().sleep(SLOW_LOOK);
            waited = waited.plus(SLOW_LOOK);
            rental = describe(quoteId);
        }
        return rental;
    }

    private static String state(Document rental) {
        return String.valueOf(rental.members().get("state"));
    }

    private Optional<InstanceLease> lease(String quoteId) {
        return leases.openLeases().stream()
                .filter(lease -> quoteId.equals(lease.tag()))
                .findFirst();
    }

    /** The lifetime is that of the whole rental, so that a repeated call extends it once. */
    private Document extend(AgentTool.Call call) {
        String quoteId = quoteId(call);
        InstanceLease lease = lease(quoteId)
                .orElseThrow(() -> new UsageException("rental " + quoteId + " does not run. Nothing was extended"));
        quotes.extension(lease, call).ifPresent(longer -> {
            requireConsent(call, quotes.question(longer), "Nothing was extended");
            synchronized (extensions) {
                extend(lease, longer);
            }
        });
        return describe(quoteId);
    }

    /** Written first: if this program is killed between, the rental ends too early, and not too late. */
    private void extend(InstanceLease lease, RentalQuotes.Extension longer) {
        Duration before = RentalQuotes.lifetime(lease);
        Duration more = longer.after().minus(before);
        if (more.isNegative() || more.isZero()) {
            return;
        }
        putLifetime(longer.quoteId(), longer.after());
        try {
            lease.extend(more);
        } catch (RuntimeException failure) {
            putLifetime(longer.quoteId(), before);
            throw failure;
        }
    }

    private void putLifetime(String quoteId, Duration lifetime) {
        leases.put(quoteId, RentalQuotes.MINUTES, String.valueOf(lifetime.toMinutes()));
    }

    private Document failed(Document document, String quoteId, Throwable failure) {
        String message = failure instanceof NoMatchingGpuException none ? refusal(none) : AgentServer.message(failure);
        boolean isFree = ExitStatus.Left.by(failure).isNothing();
        return document.with("state", "failed")
                .with("message", message)
                .with(
                        "service_texts",
                        AgentServer.serviceText(failure)
                                .map(said -> Map.of("message", said))
                                .orElse(null))
                .with("cost_so_far_at_most", cost(quoteId).orElse(isFree ? BigDecimal.ZERO : null))
                .with("left", left(quoteId));
    }

    /** The price rose, for example. The limit of the plan is that of the quote. */
    private static String refusal(NoMatchingGpuException none) {
        String reasons = none.reasons().entrySet().stream()
                .map(reason -> reason.getKey() + ": " + reason.getValue())
                .collect(Collectors.joining("; "));
        String known = reasons.isEmpty() ? ExitStatus.facts(none) : reasons;
        return ToolContent.bounded(known.replace("maxHourlyPrice", "the quoted price of"))
                + ". Nothing was created. Ask for a new quote";
    }

    private void observe(LeaseEvent event) {
        String quoteId = event.tag();
        // The first events come while the leases are opened.
        if (quoteId == null || leases == null) {
            return;
        }
        switch (event.type()) {
            case RECOVERED, TAKEN_OVER -> {
                // The end may have been requested since the decision about the instance.
                if (leases.data(quoteId).containsKey(END_REQUESTED)) {
                    destroy(quoteId);
                }
            }
            case LOST -> ends(quoteId, "the service ended the instance");
            case IDLE -> ends(quoteId, "the instance was idle, and is destroyed");
            case ENDED -> ends(quoteId, "the instance is destroyed");
            case NOT_DESTROYED -> destroy(quoteId);
            default -> {}
        }
    }

    /** Remembers why a rental ends. The first reason counts. */
    private void ends(String quoteId, String message) {
        if (!leases.data(quoteId).containsKey(MESSAGE)) {
            leases.put(quoteId, MESSAGE, message);
        }
    }

    /** Decides about a rental of an earlier server. */
    private static RecoveryDecision decide(RecoverableInstance found) {
        return found.data().containsKey(END_REQUESTED) ? RecoveryDecision.DESTROY : RecoveryDecision.RESUME;
    }

    private Document end(AgentTool.Call call) throws InterruptedException {
        String quoteId = quoteId(call);
        CompletableFuture<InstanceLease> rental = started.get(quoteId);
        try {
            leases.put(quoteId, END_REQUESTED, "true");
        } finally {
            // Also if the disk is full.
            if (rental != null) {
                rental.cancel(true);
            }
            destroy(quoteId);
        }
        Duration waited = Duration.ZERO;
        Document state = describe(quoteId);
        while (!OVER.contains(state(state)) && waited.compareTo(END_TIMEOUT) < 0) {
            destroy(quoteId);
            client.timer().sleep(LOOK);
            waited = waited.plus(LOOK);
            state = describe(quoteId);
        }
        return state;
    }

    /** Destroys the instance of a rental in the background, unless a thread does, until it is gone. */
    private void destroy(String quoteId) {
        instance(quoteId).filter(uuid -> !closed && ending.add(uuid)).ifPresent(uuid -> {
            background.register();
            var unused = client.async(any -> {
                        leases.destroyAndConfirm(uuid);
                        return uuid;
                    })
                    .whenComplete((gone, failure) -> {
                        ending.remove(uuid);
                        if (failure != null) {
                            var unusedPause = client.timer().after(PAUSE).thenRun(() -> destroy(quoteId));
                        }
                    })
                    .whenComplete((over, failure) -> background.arriveAndDeregister());
        });
    }

    /** The instance of a rental that has run, or that failed and could not destroy it. */
    private Optional<String> instance(String quoteId) {
        Stream<String> open = lease(quoteId).stream().map(InstanceLease::instanceUuid);
        Stream<String> ending = leases.pending().stream()
                .filter(pending -> quoteId.equals(pending.tag()) && pending.state() == LeaseState.ENDING)
                .flatMap(pending -> Stream.ofNullable(pending.instanceUuid()));
        return Stream.concat(open, ending).findFirst();
    }

    /** An open lease comes first: a recovery may have found an instance whose creation was unknown. */
    private Document describe(String quoteId) {
        // Read before the leases: a rental that is not known there any more is over.
        CompletableFuture<InstanceLease> rental = started.get(quoteId);
        boolean isBeginning = rental != null && !rental.isDone();
        Map<String, String> data = leases.data(quoteId);
        if (rental == null && data.isEmpty()) {
            throw new UsageException("no rental of quote " + quoteId + " is known. Nothing was created now");
        }
        // The leases know a rental as soon as its first step is recorded.
        Map<String, String> planned = data.isEmpty() ? quotes.data(quoteId) : data;
        Document document = new Document().with("quote_id", quoteId).with("purpose", planned.get(RentalQuotes.PURPOSE));
        InstanceLease lease = lease(quoteId).orElse(null);
        if (lease != null) {
            boolean listed = look(lease);
            // The list may have shown that the instance has ended.
            if (lease.isOpen()) {
                return running(document, lease).with("state", listed ? "running" : "not_listed");
            }
        }
        Throwable failure = rental == null ? null : failure(rental);
        if (failure != null && !ExitStatus.Left.by(failure).unknown()) {
            return failed(document, quoteId, failure);
        }
        for (PendingLease pending : leases.pending()) {
            if (quoteId.equals(pending.tag())) {
                document.with("state", state(pending, isBeginning)).with("instance_uuid", pending.instanceUuid());
                return isInDoubt(pending) ? inDoubt(document, quoteId) : document;
            }
        }
        if (isBeginning) {
            return document.with("state", "creating");
        }
        Optional<JournalEntry> entry = entries(quoteId).findFirst();
        return entry.isEmpty() || leases.data(quoteId).containsKey(MESSAGE)
                ? ended(document, quoteId)
                : recorded(document, quoteId, entry.get());
    }

    /** Why a rental has failed; null if it has not, or its agent has ended it. */
    private static @Nullable Throwable failure(CompletableFuture<InstanceLease> rental) {
        return rental.isCompletedExceptionally() && !rental.isCancelled()
                ? rental.handle((lease, failure) -> failure).join()
                : null;
    }

    private Document ended(Document document, String quoteId) {
        return document.with("state", "ended")
                .with("message", leases.data(quoteId).get(MESSAGE))
                .with("cost_so_far_at_most", cost(quoteId).orElse(null))
                .with("left", left(quoteId));
    }

    /** The known cost of a rental; empty if it had no instance. */
    private Optional<BigDecimal> cost(String quoteId) {
        return leases.costs(Instant.EPOCH).stream()
                .filter(rental -> quoteId.equals(rental.tag()))
                .flatMap(rental -> rental.cost().atMost().stream())
                .reduce(BigDecimal::add);
    }

    private Stream<JournalEntry> entries(String quoteId) {
        return leases.journal().stream().filter(entry -> quoteId.equals(entry.tag()));
    }

    /** The instances of a rental that are not destroyed yet. */
    private List<String> left(String quoteId) {
        return entries(quoteId)
                .flatMap(entry -> Stream.ofNullable(entry.instanceUuid()))
                .toList();
    }

    private static Document running(Document document, InstanceLease lease) {
        LeaseCost cost = lease.cost();
        return document.with("instance_uuid", lease.instanceUuid())
                .with("server_urls", lease.instance().serverUrls())
                .with("price_per_hour", cost.perHourBilled())
                .with("at_most_per_hour", cost.perHourAtMost())
                .with("cost_so_far_at_most", cost.atMost().orElse(null))
                .with("ends_at", lease.lastsUntil())
                .with("timer_ends_at", lease.endsAt());
    }

    /** Reads the list, so that the lease knows its instance. Returns false if the list does not show it. */
    private static boolean look(InstanceLease lease) {
        try {
            lease.refresh();
            return true;
        } catch (InstanceNotFoundException missing) {
            return false;
        } catch (GpuCloudException | IllegalStateException unreadable) {
            // The state is that of the last look.
            return true;
        }
    }

    private String state(PendingLease pending, boolean inProgress) {
        if (isInDoubt(pending)) {
            return inProgress || isSearching() ? "searching" : IN_DOUBT;
        }
        if (pending.recovering()) {
            return "recovering";
        }
        return switch (pending.state()) {
            case PLANNED, CREATING -> "creating";
            case BOOTING -> "booting";
            default -> "ending";
        };
    }

    private static boolean isInDoubt(PendingLease pending) {
        boolean hasNoResponse =
                pending.recovering() || pending.state() == LeaseState.IN_DOUBT || pending.state() == LeaseState.UNKNOWN;
        return pending.instanceUuid() == null && hasNoResponse;
    }

    /** Adds the candidates of a create request without an outcome, and the next step. */
    private Document inDoubt(Document document, String quoteId) {
        List<String> candidates =
                leases.candidates(quoteId).stream().map(Instance::instanceUuid).toList();
        String doubt = "No response to the create request was received, so it may have created an instance. ";
        String then = candidates.isEmpty()
                ? "The list shows no new instance. Call rental again in a few minutes, and do not rent a replacement"
                : "It may be one of the candidates, which cost money. Name them to a person, who can destroy the right"
                        + " one with: gpu-cloud destroy INSTANCE. Do not rent a replacement";
        return document.with("message", doubt + then).with("candidates", candidates);
    }

    /** The state of a rental that this server does not have. */
    private Document recorded(Document document, String quoteId, JournalEntry entry) {
        String state = recorded(entry);
        if (state.equals(IN_DOUBT)) {
            return inDoubt(document.with("state", state), quoteId);
        }
        String host = entry.otherHost();
        return document.with("state", state)
                .with(
                        "message",
                        host == null || !state.equals(HELD)
                                ? null
                                : "a server on host " + host + " has it. If that has ended, the operator can start this"
                                        + " one with --recover-other-hosts, or with its name in GPU_CLOUD_HOST");
    }

    /**
     * While no server ran, the service may have shut the instance down, or carried out the last request to destroy it.
     */
    private String recorded(JournalEntry entry) {
        if (entry.instanceUuid() == null) {
            return IN_DOUBT;
        }
        Listing<Instance> instances = client.instances().list();
        boolean gone = instances.provesAbsence()
                && instances.stream()
                        .filter(instance -> !instance.status().isStopped())
                        .noneMatch(instance -> instance.instanceUuid().equals(entry.instanceUuid()));
        return gone ? isSearching() ? "recovering" : "ended" : HELD;
    }

    private boolean isSearching() {
        return client.timer().elapsed().compareTo(searched) < 0;
    }

    /** Hands the rentals over to the next server. Until it starts, the timers of the instances limit their cost. */
    @Override
    public void close() {
        closed = true;
        try {
            leases.close();
        } finally {
            background.arriveAndAwaitAdvance();
        }
    }
}
