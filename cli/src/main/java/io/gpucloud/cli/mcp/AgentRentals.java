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
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
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
 * the next server. The tag of a rental is its quote, by which a server finds the rentals of an earlier one in the
 * journal.
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
    private final RentedQuotes rented;
    private final @Nullable BigDecimal askAbove;
    /**
     * The elapsed time at which a search for the instances of an earlier server has ended. They may still be listed,
     * but rarely are.
     */
    private final Duration searched;

    private final Map<String, CompletableFuture<InstanceLease>> started = new ConcurrentHashMap<>();
    /** The quotes of {@link #started} that have had an instance. */
    private final Set<String> created = ConcurrentHashMap.newKeySet();
    /** The quotes whose instance is destroyed because it was idle. */
    private final Set<String> idle = ConcurrentHashMap.newKeySet();
    /** The instances that a thread destroys. */
    private final Set<String> ending = ConcurrentHashMap.newKeySet();

    /** Held while a rental is extended, so that repeated calls extend it once. */
    private final Object extensions = new Object();

    /** Counts the work on other threads, which writes results and destroys instances. */
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
            @Nullable BigDecimal askAbove)
            throws IOException {
        this.client = client;
        this.askAbove = askAbove;
        rented = new RentedQuotes(folder.resolve("quotes"));
        LeaseOptions all = options.journal(folder)
                .recoverOnStart(true)
                .recovery(this::decide)
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
        deleteOldQuotes();
        quotes = new RentalQuotes(client, leases, all, maxLifetime, maxIdle);
    }

    Map<String, AgentTool> tools() {
        return Map.of(
                "quote_rental", call -> quotes.create(call, askAbove),
                "rent", this::rent,
                "rental", this::rental,
                "extend_rental", this::extend,
                "list_rentals", any -> new Document().list("rentals", open(), OPEN),
                "end_rental", this::end);
    }

    /** Returns whether there is room for another one. */
    private boolean deleteOldQuotes() throws IOException {
        Set<String> recorded = leases.journal().stream()
                .map(entry -> String.valueOf(entry.tag()))
                .collect(Collectors.toSet());
        return rented.deleteOld(client.timer().now(), recorded);
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
        return Stream.concat(tags, started.keySet().stream())
                .flatMap(Stream::ofNullable)
                .distinct()
                .filter(tag -> rented.find(tag).isPresent())
                .sorted()
                .map(this::describe)
                .toList();
    }

    private static String quoteId(AgentTool.Call call) {
        return String.valueOf(call.text("quote_id"));
    }

    private Document rent(AgentTool.Call call) throws IOException {
        String quoteId = quoteId(call);
        if (rented.find(quoteId).isEmpty()) {
            RentalQuote quote = quotes.valid(quoteId);
            if (asks(quote) && !call.consent().test(quotes.question(quoteId))) {
                throw new UsageException("the person does not agree. Nothing was created");
            }
            if (!deleteOldQuotes()) {
                throw new UsageException("the journal has " + RentedQuotes.MOST + " rentals of the last "
                        + RentalQuotes.VALID.toMinutes() + " minutes. Nothing was created. Try again later");
            }
            start(quote);
        }
        return describe(quoteId);
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
        RentalQuote quote = running(quoteId);
        RentalQuote longer = quotes.extended(quote, call);
        if (!longer.equals(quote) && asks(longer) && !call.consent().test(quotes.question(quote, longer))) {
            throw new UsageException("the person does not agree. Nothing was extended");
        }
        synchronized (extensions) {
            RentalQuote now = running(quoteId);
            Duration more = longer.lifetime().minus(now.lifetime());
            if (!more.isNegative() && !more.isZero()) {
                extend(now, longer, more);
            }
        }
        return describe(quoteId);
    }

    /** Written first: if this program is killed between, the rental ends too early, and not too late. */
    private void extend(RentalQuote now, RentalQuote longer, Duration more) {
        String quoteId = now.quoteId();
        InstanceLease lease = lease(quoteId).orElseThrow(() -> notExtended(quoteId));
        rented.update(quoteId, known -> known.extended(longer, more));
        try {
            lease.extend(more);
        } catch (RuntimeException failure) {
            rented.update(quoteId, known -> known.extended(now, more.negated()));
            throw failure;
        }
    }

    /** The quote of a rental that runs. */
    private RentalQuote running(String quoteId) {
        return rented.find(quoteId)
                .filter(known -> known.endsAt() != null && !known.endRequested())
                .map(RentalQuote.Rented::quote)
                .orElseThrow(() -> notExtended(quoteId));
    }

    private static UsageException notExtended(String quoteId) {
        return new UsageException("rental " + quoteId + " does not run. Nothing was extended");
    }

    private boolean asks(RentalQuote quote) {
        return askAbove != null && quote.costAtMost().compareTo(askAbove) > 0;
    }

    /** Synchronized: a quote that is rented but not started looks like one whose rental is over. */
    private synchronized void start(RentalQuote quote) {
        if (!rented.add(new RentalQuote.Rented(quote, null, false, null))) {
            return;
        }
        background.register();
        CompletableFuture<InstanceLease> rental = leases.rentAsync(quote.plan());
        started.put(quote.quoteId(), rental);
        var unused = rental.whenComplete((lease, failure) -> {
            try {
                if (failure != null && !rental.isCancelled() && !isHandedOver(quote.quoteId())) {
                    failed(quote.quoteId(), failure);
                }
            } finally {
                started.remove(quote.quoteId());
                created.remove(quote.quoteId());
                background.arriveAndDeregister();
            }
        });
    }

    /** Whether this server ended at the moment at which the rental began, so that the next one has it. */
    private boolean isHandedOver(String quoteId) {
        return leases.journal().stream().anyMatch(entry -> quoteId.equals(entry.tag()) && entry.handedOver());
    }

    private void failed(String quoteId, Throwable failure) {
        ExitStatus.Left left = ExitStatus.Left.by(failure);
        String state = left.unknown() ? IN_DOUBT : "failed";
        String message = failure instanceof NoMatchingGpuException none ? refusal(none) : AgentServer.message(failure);
        BigDecimal cost = left.isNothing() && !created.contains(quoteId) ? BigDecimal.ZERO : null;
        RentalQuote.Result result = new RentalQuote.Result(
                state,
                message,
                cost,
                List.copyOf(left.instances()),
                left.candidateUuids(),
                AgentServer.serviceText(failure).orElse(null));
        rented.update(quoteId, known -> known.result(result));
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
        if (quoteId == null) {
            return;
        }
        switch (event.type()) {
            case CREATED -> created.add(quoteId);
            case RUNNING -> {
                rented.update(quoteId, known -> known.runningSince(event.at()));
                destroyIfRequested(quoteId);
            }
            case RECOVERED, TAKEN_OVER -> {
                rented.update(quoteId, known -> known.continuedAt(event.at()));
                destroyIfRequested(quoteId);
            }
            case LOST -> {
                destroy(quoteId);
                ended(event, "the service ended the instance");
            }
            case IDLE -> idle.add(quoteId);
            case ENDED ->
                ended(
                        event,
                        idle.remove(quoteId) ? "the instance was idle, and is destroyed" : "the instance is destroyed");
            case NOT_DESTROYED -> destroy(quoteId);
            default -> {}
        }
    }

    /** A rental that failed remains so, also when its instance is destroyed at last. */
    private void ended(LeaseEvent event, String message) {
        BigDecimal cost =
                Optional.ofNullable(event.cost()).flatMap(LeaseCost::atMost).orElse(null);
        List<String> left = Stream.ofNullable(event.instanceUuid()).toList();
        RentalQuote.Result result = new RentalQuote.Result("ended", message, cost, left, List.of());
        rented.update(String.valueOf(event.tag()), known -> known.isFailed() ? known : known.result(result));
    }

    /** Decides about a rental of an earlier server. The instance that a failed rental left is destroyed. */
    private RecoveryDecision decide(RecoverableInstance found) {
        boolean ends = Optional.ofNullable(found.tag())
                .flatMap(rented::find)
                .filter(known -> known.endRequested() || known.isFailed())
                .isPresent();
        return ends ? RecoveryDecision.DESTROY : RecoveryDecision.RESUME;
    }

    private Document end(AgentTool.Call call) throws InterruptedException {
        String quoteId = quoteId(call);
        CompletableFuture<InstanceLease> rental = started.get(quoteId);
        try {
            rented.update(quoteId, RentalQuote.Rented::endRequest);
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

    /** The end may have been requested while the instance was booting, before there was a lease to close. */
    private void destroyIfRequested(String quoteId) {
        if (rented.find(quoteId).filter(RentalQuote.Rented::endRequested).isPresent()) {
            destroy(quoteId);
        }
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
        // The first events come while the leases are opened.
        if (leases == null) {
            return Optional.empty();
        }
        Stream<String> open = leases.openLeases().stream()
                .filter(lease -> quoteId.equals(lease.tag()))
                .map(InstanceLease::instanceUuid);
        Stream<String> ending = leases.pending().stream()
                .filter(pending -> quoteId.equals(pending.tag()) && pending.state() == LeaseState.ENDING)
                .flatMap(pending -> Stream.ofNullable(pending.instanceUuid()));
        return Stream.concat(open, ending).findFirst();
    }

    /** An open lease comes first: a recovery may have found an instance whose creation was unknown. */
    private Document describe(String quoteId) {
        boolean inProgress;
        Optional<RentalQuote.Rented> found;
        synchronized (this) {
            // Before the result is read, which is written before the rental is over.
            inProgress = started.containsKey(quoteId);
            found = rented.find(quoteId);
        }
        RentalQuote.Rented known = found.orElseThrow(
                () -> new UsageException("quote " + quoteId + " was not rented. Nothing was created"));
        Document document = new Document()
                .with("quote_id", quoteId)
                .with("purpose", known.quote().purpose());
        InstanceLease lease = lease(quoteId).orElse(null);
        if (lease != null) {
            boolean listed = look(lease);
            // The list may have shown that the instance has ended.
            if (lease.isOpen()) {
                // Its price and its end are known a moment after its timer is set.
                return running(document, lease)
                        .with("state", !listed ? "not_listed" : known.endsAt() == null ? "booting" : "running")
                        .with("ends_at", known.endsAt());
            }
            known = rented.find(quoteId).orElse(known);
        }
        RentalQuote.Result result = known.result();
        if (result != null) {
            String said = result.serviceText();
            return document.with("state", result.state())
                    .with("message", result.message())
                    .with("service_texts", said == null ? null : Map.of("message", said))
                    .with("cost_so_far_at_most", result.cost())
                    .with("left", notDestroyed(result.left()))
                    .with("candidates", result.candidates());
        }
        for (PendingLease pending : leases.pending()) {
            if (quoteId.equals(pending.tag())) {
                document.with("state", state(pending, inProgress)).with("instance_uuid", pending.instanceUuid());
                return isInDoubt(pending) ? inDoubt(document, quoteId) : document;
            }
        }
        return inProgress ? document.with("state", "creating") : recorded(document, quoteId);
    }

    private static Document running(Document document, InstanceLease lease) {
        LeaseCost cost = lease.cost();
        return document.with("instance_uuid", lease.instanceUuid())
                .with("server_urls", lease.instance().serverUrls())
                .with("price_per_hour", cost.perHourBilled())
                .with("at_most_per_hour", cost.perHourAtMost())
                .with("cost_so_far_at_most", cost.atMost().orElse(null))
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

    /** The state of a rental that this server does not have. It is over if the journal does not name it. */
    private Document recorded(Document document, String quoteId) {
        Optional<JournalEntry> entry = leases.journal().stream()
                .filter(each -> quoteId.equals(each.tag()))
                .findFirst();
        String state = entry.map(this::recorded).orElse("ended");
        if (state.equals(IN_DOUBT)) {
            return inDoubt(document.with("state", state), quoteId);
        }
        String host = entry.map(JournalEntry::otherHost).orElse(null);
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

    /** The instances that are not destroyed yet, by the journal. */
    private List<String> notDestroyed(List<String> instances) {
        List<JournalEntry> entries = instances.isEmpty() ? List.of() : leases.journal();
        return instances.stream()
                .filter(uuid -> entries.stream().anyMatch(entry -> uuid.equals(entry.instanceUuid())))
                .toList();
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
