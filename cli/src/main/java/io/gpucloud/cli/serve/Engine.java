package io.gpucloud.cli.serve;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RecoveryReport;
import io.gpucloud.client.lease.SweepPreview;
import io.gpucloud.client.lease.SweepReport;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Carries out the requests of a library, many at the same time, and closes its leases at the end. */
final class Engine {

    static final Map<String, Method<?>> METHODS = Map.ofEntries(
            method("rent", Params.Rent.class, Engine::rent),
            method("adopt", Params.Adopt.class, Engine::adopt),
            method("extend", Params.Extend.class, Engine::extend),
            method("keep", Params.OfLease.class, Engine::keep),
            method("put", Params.Put.class, Engine::put),
            method("touch", Params.OfLease.class, (engine, of) -> engine.with(of.instanceUuid(), InstanceLease::touch)),
            method(
                    "refresh",
                    Params.OfLease.class,
                    (engine, of) -> engine.with(of.instanceUuid(), InstanceLease::refresh)),
            method("close", Params.Close.class, Engine::close),
            method("leases", Params.None.class, Engine::leases),
            method("recover", Params.Recover.class, Engine::recover),
            method("sweep", Params.Sweep.class, Engine::sweep),
            method("cost", Params.None.class, Engine::cost),
            method("cancel", Params.Cancel.class, Engine::cancel));

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final Connection connection;
    private final Leases leases;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(task -> new Thread(task, "gpu-cloud-serve-call"));
    private final Map<JsonNode, Call> calls = new ConcurrentHashMap<>();

    /** The leases that the client got, also those whose instance has ended, until they are closed or kept. */
    private final Map<String, InstanceLease> owned = new ConcurrentHashMap<>();

    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    private boolean closed;

    Engine(GpuCloudClient client, LeaseOptions options, Connection connection) {
        this.client = client;
        this.options = options.toBuilder()
                .listener(event -> publish(connection, event))
                .closeOnExit(true)
                .build();
        this.connection = connection;
        leases = Leases.of(client, this.options);
    }

    /** A method, and the type of its parameters. */
    record Method<P>(Class<P> params, BiFunction<Engine, P, Object> work) {

        Object call(Engine engine, JsonNode given) {
            return work.apply(engine, Params.read(given, params));
        }
    }

    private static <P> Map.Entry<String, Method<?>> method(
            String name, Class<P> params, BiFunction<Engine, P, Object> work) {
        return Map.entry(name, new Method<>(params, work));
    }

    /** Serves until the input or a process ends, and closes the leases then. */
    void run(@Nullable ProcessHandle parent) throws InterruptedException {
        if (parent != null) {
            var unused = parent.onExit().thenRun(() -> end.complete(null));
        }
        Thread reader = new Thread(this::read, "gpu-cloud-serve-input");
        reader.setDaemon(true);
        reader.start();
        try {
            end.join();
            closeAll();
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }
    }

    private void read() {
        try {
            for (Connection.Request request = connection.next(); request != null; request = connection.next()) {
                begin(request);
            }
            end.complete(null);
        } catch (IOException | RuntimeException lost) {
            end.complete(null);
        }
    }

    private void begin(Connection.Request request) {
        Method<?> method = METHODS.get(request.method());
        Call call = new Call(request.id());
        if (method == null) {
            connection.fail(
                    request.id(),
                    ProtocolException.unknownMethod("there is no method " + request.method() + " at this moment"));
        } else if (calls.putIfAbsent(request.id(), call) != null) {
            connection.fail(
                    request.id(), ProtocolException.invalid("another request with this identifier is in progress"));
        } else {
            threads.execute(() -> call.run(() -> carryOut(call, method, request.params())));
        }
    }

    private void carryOut(Call call, Method<?> method, ObjectNode params) {
        try {
            Object result = method.call(this, params);
            calls.remove(call.id());
            connection.respond(call.id(), result);
        } catch (RuntimeException | Error failure) {
            calls.remove(call.id());
            connection.fail(call.id(), failure);
        }
    }

    private Object rent(Params.Rent wanted) {
        Call call = Objects.requireNonNull(Call.current());
        if (wanted.capacityTimeout() == null) {
            // Otherwise the rental would wait for a service that does not respond.
            client.gpus().list();
        }
        InstanceLease lease;
        try {
            lease = leases.rent(wanted.plan(), call.stop());
            if (call.stop().isDone()) {
                lease.close();
            }
        } catch (RuntimeException failure) {
            throw call.stop().isDone() ? new CancelledException(call.instanceUuid(), failure) : failure;
        }
        if (call.stop().isDone()) {
            throw new CancelledException(lease.instanceUuid(), null);
        }
        return own(lease);
    }

    private Object cancel(Params.Cancel wanted) {
        Call call = calls.get(wanted.id());
        return Map.of("cancelled", call != null && call.stop().complete(null));
    }

    private Object adopt(Params.Adopt wanted) {
        return own(leases.adopt(wanted.instanceUuid(), wanted.lifetime()));
    }

    private Object own(InstanceLease lease) {
        owned.put(lease.instanceUuid(), lease);
        return LeaseDescription.of(lease);
    }

    private InstanceLease lease(String instanceUuid) {
        InstanceLease lease = owned.get(instanceUuid);
        return lease != null
                ? lease
                : leases.openLeases().stream()
                        .filter(each -> each.instanceUuid().equals(instanceUuid))
                        .findFirst()
                        .orElseThrow(
                                () -> new IllegalStateException("instance " + instanceUuid + " has no lease here"));
    }

    private Object with(String instanceUuid, Consumer<InstanceLease> work) {
        InstanceLease lease = lease(instanceUuid);
        work.accept(lease);
        return LeaseDescription.of(lease);
    }

    private Object extend(Params.Extend wanted) {
        return with(wanted.instanceUuid(), lease -> lease.extend(wanted.by()));
    }

    private Object put(Params.Put wanted) {
        return with(wanted.instanceUuid(), lease -> lease.put(wanted.key(), wanted.value()));
    }

    private Object keep(Params.OfLease wanted) {
        Object kept = with(wanted.instanceUuid(), InstanceLease::keep);
        owned.remove(wanted.instanceUuid());
        return kept;
    }

    private Object close(Params.Close wanted) {
        if (wanted.instanceUuid() == null) {
            closeAll();
        } else {
            lease(wanted.instanceUuid()).close();
            owned.remove(wanted.instanceUuid());
        }
        return Map.of();
    }

    /** Once: what could not be destroyed has been reported then. */
    private synchronized void closeAll() {
        if (!closed) {
            closed = true;
            leases.close();
        }
    }

    private Object leases(Params.None none) {
        return Map.of(
                "open", leases.openLeases().stream().map(LeaseDescription::of).toList(),
                "pending", leases.pending().stream().map(LeaseDescription::of).toList());
    }

    private Object recover(Params.Recover wanted) {
        RecoveryDecision decision = Objects.requireNonNullElse(wanted.decision(), RecoveryDecision.DESTROY);
        RecoveryReport report = leases.recover(found -> decision);
        return Map.of(
                "destroyed", report.destroyed(),
                "resumed", report.adopted().stream().map(this::own).toList(),
                "kept", report.kept(),
                "not_listed", report.absent(),
                "candidates",
                        report.candidates().stream().map(Failures::candidate).toList(),
                "failures", report.left().stream().map(Failures::describe).toList());
    }

    private Object sweep(Params.Sweep wanted) {
        String owner = wanted.owner();
        if (owner == null) {
            return sweep(leases, wanted);
        }
        try (Leases others = Leases.of(
                client, options.toBuilder().owner(owner).recoverOnStart(false).build())) {
            return sweep(others, wanted);
        }
    }

    private static Object sweep(Leases leases, Params.Sweep wanted) {
        SweepPreview preview = leases.sweep(wanted.criteria());
        SweepReport report = wanted.destroy() ? preview.destroy() : new SweepReport(List.of(), List.of(), List.of());
        return Map.of(
                "found", preview.found().stream().map(Failures::candidate).toList(),
                "destroyed",
                        report.destroyed().stream().map(Failures::candidate).toList(),
                "failures", report.left().stream().map(Failures::describe).toList());
    }

    private Object cost(Params.None none) {
        return LeaseDescription.of(leases.statistics());
    }

    /** An event on the thread of a call belongs to the call. */
    private static void publish(Connection connection, LeaseEvent event) {
        Call call = Call.current();
        Map<String, Object> params = new LinkedHashMap<>();
        if (call != null) {
            call.has(event.instanceUuid());
            params.put("request", call.id());
        }
        params.put("type", event.type().name().toLowerCase(Locale.ROOT));
        params.putAll(LeaseDescription.of(event));
        connection.inform("lease_event", params);
    }
}
