package io.gpucloud.contract.kit;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;

/**
 * Observes how a service behaves in everything that a setting of the stub can reproduce. Unlike a test it expects
 * nothing. Observations are independent: if one fails, the profile does not contain its setting.
 */
final class ServiceProfiler {

    /** A page size that no service allows. */
    private static final int HUGE = 999_999_999;

    private final KitContext kit;
    private final TestSession session;
    private final PreflightCheck preflight;
    private final StubProfile profile;

    private ServiceProfiler(Settings settings, RateLimitRetry.Sleeper sleeper) {
        // Observations expect nothing, so responses are not checked.
        kit = new KitContext(settings, sleeper, false);
        session = new TestSession(kit, settings.key());
        preflight = new PreflightCheck(kit);
        profile = new StubProfile(kit.secrets());
    }

    /** Observes a service, and destroys what it created. */
    static StubProfile run(Settings settings, RateLimitRetry.Sleeper sleeper) {
        return new ServiceProfiler(settings, sleeper).observe();
    }

    private StubProfile observe() {
        // None in runs that cost nothing.
        List<String> before = preflight.instances();
        try {
            observations().forEach(this::attempt);
            attempt(this::observedOperations);
            attempt(this::instance);
        } finally {
            cleanUp(before);
        }
        return profile;
    }

    private List<Runnable> observations() {
        ErrorObservations errors = new ErrorObservations(session, session.service(), profile);
        return List.of(
                errors::credentials,
                errors::protocol,
                errors::media,
                this::lists,
                errors::missingThings,
                errors::unknownThings,
                this::creation);
    }

    /** The default and the largest size of a page. */
    private void lists() {
        ServiceClient service = session.service();
        ApiDocuments.PAGED_LISTS.keySet().forEach(operation -> observe(service.call(operation)));
        observe(service.call("listMarketImages", "page_size", HUGE));
    }

    /** The members of a new instance, in the response to the create request and in the list. */
    private void creation() {
        ServiceResponse response = session.instances().create(Map.of());
        observe(response);
        JsonNode created = response.json().path("data");
        String instance = InstanceList.uuid(created);
        if (instance.isEmpty()) {
            return;
        }
        JsonNode pod = session.instances().pod();
        if (created.has("title") && created.path("title").equals(pod.path("title"))) {
            profile.set("instance-title", "image-name");
        }
        JsonNode listed = session.instances().listed(instance);
        if (listed.isObject()) {
            boolean documented = !listed.has("gpu_uuid") && created.has("gpu_uuid");
            profile.set("instance-list-members", documented ? "documented" : "all");
        }
        session.service().destroy(instance);
    }

    /** Records what the response shows by itself. */
    private void observe(ServiceResponse response) {
        new TrafficObservations(profile).observe(response, Instant.EPOCH);
    }

    /** A successful destroy response does not prove that the instance is gone, so the list is compared with the one before the run. */
    private void cleanUp(List<String> before) {
        try {
            session.close();
            List<String> left = new ArrayList<>(preflight.instances());
            left.removeAll(before);
            left.forEach(instance -> profile.note("LEFT OVER: instance " + instance + " is new and still listed"));
        } catch (ContractViolationError | UnreachableException left) {
            profile.note("LEFT OVER: " + kit.secrets().mask(String.valueOf(left.getMessage())));
        }
    }

    private void attempt(Runnable observation) {
        try {
            observation.run();
        } catch (ContractViolationError | TestAbortedException unobserved) {
            // The profile lists the assumptions that were not observed.
        }
    }

    /** Keeps an instance running for minutes, if that costs nothing or is allowed. An instance is never kept for an hour. */
    private void instance() {
        BigDecimal allowed = kit.settings().allowCost();
        if (allowed != null && price().compareTo(allowed) <= 0) {
            new InstanceObservation(kit, session, profile).observe();
        }
    }

    private void observedOperations() {
        if (kit.settings().observed()) {
            session.service().callObserved("getInstance", "instance_uuid", "no-such-instance");
            profile.setObserved();
        }
    }

    private BigDecimal price() {
        return session.instances().gpu().at("/price/hour").decimalValue();
    }
}
