package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedRequest;
import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.stub.GpuCloudStub;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/**
 * Runs of the kit against a stub, directly or through a {@link ModifyingProxy}. Most test classes have their own stub,
 * because faults of operations without a key affect all callers.
 */
final class KitRuns implements BeforeAllCallback {

    /**
     * The kit sends requests that violate the contract, and expects the default errors of the stub. A run takes any
     * time, so the clock is frozen: no instance begins to run before a check has seen that it does not.
     */
    private static final List<String> FOR_THE_KIT = List.of("stub.validate=off", "stub.clock.frozen=true");

    private final boolean shared;
    private final String[] settings;
    private URI url = URI.create("http://localhost");

    /** Runs against a stub of the test class, with these settings. */
    KitRuns(String... settings) {
        this(false, settings);
    }

    private KitRuns(boolean shared, String... settings) {
        this.shared = shared;
        this.settings = settings;
    }

    /** Runs against one stub for all classes that set no faults and change no account but their own. */
    static KitRuns shared() {
        return new KitRuns(true);
    }

    /** Starts a stub with these settings, which may contradict the contract. */
    static GpuCloudStub start(String... settings) {
        return GpuCloudStub.start(
                Stream.concat(FOR_THE_KIT.stream(), Arrays.stream(settings)).toArray(String[]::new));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // A class without a stub of its own in its store would find that of the root.
        url = (shared ? context.getRoot() : context)
                .getStore(Namespace.create(KitRuns.class, shared))
                .getOrComputeIfAbsent(GpuCloudStub.class, absent -> start(settings), GpuCloudStub.class)
                .baseUrl();
    }

    /** The exit code and the output of the program. */
    record Ended(int code, String out, String err) {}

    /** Runs the program. */
    static Ended execute(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = GpuCloudContractKit.commandLine();
        int code =
                line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
        return new Ended(code, out.toString(), err.toString());
    }

    URI url() {
        return url;
    }

    static Settings settings(URI url, String option, String... more) {
        return Settings.of(Stream.concat(Stream.of("--url=" + url, option), Arrays.stream(more))
                .toArray(String[]::new));
    }

    Settings admin(String... options) {
        return settings(url, "--admin", options);
    }

    Settings key(String... options) {
        return settings(url, "--key=demo-key", options);
    }

    /** Pauses of such a run take no time. */
    Report run(Settings settings) {
        return run(settings, pause -> {});
    }

    Report run(Settings settings, Sleeper sleeper) {
        return new KitRun(settings, null, sleeper).run();
    }

    /** The profile that a run writes. */
    static Map<String, String> profile(Settings settings, Sleeper sleeper) {
        KitRun run = new KitRun(settings, null, sleeper);
        run.run();
        return run.profile().values();
    }

    /** The service, called with the API key of {@link #key}. */
    ServiceClient service() {
        return service(url);
    }

    ServiceClient service(URI other) {
        KitContext kit = new KitContext(Settings.of("--url=" + other, "--key=demo-key"), pause -> {});
        return new ServiceClient(kit, "demo-key");
    }

    /** The instances of that account. */
    List<String> instances() {
        return service().call("listInstances").list("/data/instance_list").stream()
                .map((JsonNode record) -> record.path("instance_uuid").asString())
                .toList();
    }

    /** Destroys the instances of that account. */
    void destroyInstances() {
        ServiceClient service = service();
        instances().forEach(service::destroy);
        assertThat(instances()).isEmpty();
    }

    /** The reasons for which tests were skipped. */
    static List<String> reasons(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.SKIPPED)
                .map(Result::reason)
                .toList();
    }

    /** The differences that were found. */
    static List<Mismatch> mismatches(Report report) {
        return report.results().stream()
                .flatMap(result -> result.mismatches().stream())
                .toList();
    }

    /** Runs the tests of some operations against a stub whose responses are modified. */
    Report runModified(UnaryOperator<ProxiedResponse> modify, String... only) {
        try (ModifyingProxy proxy = proxy(modify)) {
            return run(Settings.of("--url=" + proxy.url(), "--admin", "--strict", "--only=" + String.join(",", only)));
        }
    }

    ModifyingProxy proxy(UnaryOperator<ProxiedResponse> modify) {
        return proxy(request -> false, modify);
    }

    ModifyingProxy proxy(Predicate<String> stopped, UnaryOperator<ProxiedResponse> modify) {
        return new ModifyingProxy(url, stopped, UnaryOperator.identity(), modify);
    }

    /** Modifies requests as well. */
    ModifyingProxy proxyOfRequests(UnaryOperator<ProxiedRequest> modifyRequest, UnaryOperator<ProxiedResponse> modify) {
        return new ModifyingProxy(url, request -> false, modifyRequest, modify);
    }

    ModifyingProxy watched() {
        return proxy(UnaryOperator.identity());
    }
}
