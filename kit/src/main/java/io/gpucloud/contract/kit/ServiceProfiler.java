package io.gpucloud.contract.kit;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * Observes how a service behaves in everything that a setting of the stub can reproduce. Unlike a test it expects
 * nothing. Observations are independent: if one fails, the profile does not contain its setting.
 */
final class ServiceProfiler {

    private static final String NOTHING = "no-such-thing";

    /** A page size that no service allows. */
    private static final int HUGE = 999_999_999;

    private final KitContext kit;
    private final TestSession session;
    private final ServiceClient service;
    private final InstanceOperations instances;
    private final StubProfile profile;

    private ServiceProfiler(Settings settings, Sleeper sleeper) {
        // Observations expect nothing, so responses are not checked.
        kit = new KitContext(settings, sleeper, false);
        session = new TestSession(kit, settings.key());
        service = session.service();
        instances = session.instances();
        profile = new StubProfile(kit.secrets());
    }

    /** Observes a service, and destroys what it created. */
    static StubProfile run(Settings settings, Sleeper sleeper) {
        return new ServiceProfiler(settings, sleeper).observe();
    }

    private StubProfile observe() {
        PreflightCheck preflight = new PreflightCheck(kit);
        preflight.check();
        try {
            Stream.<Runnable>of(
                            this::credentials,
                            this::protocol,
                            this::media,
                            this::lists,
                            this::missingThings,
                            this::unknownThings,
                            this::creation,
                            this::observedOperations,
                            this::instance)
                    .forEach(ServiceProfiler::attempt);
        } finally {
            cleanUp(preflight);
        }
        return profile;
    }

    private static void attempt(Runnable observation) {
        try {
            observation.run();
        } catch (ContractViolationError | TestAbortedException unobserved) {
            // The profile lists the assumptions that were not observed.
        }
    }

    private void credentials() {
        ServiceResponse response = service.send(service.prepare("listGpus", Map.of())
                .withoutHeader("Authorization")
                .key(NOTHING));
        profile.setError("unauthorized-code", response);
        if (response.status() == 401) {
            profile.set("challenge-header", response.hasHeader("www-authenticate"));
        }
        int status =
                service.send(service.prepare("listPods", Map.of()).key(NOTHING)).status();
        profile.set("public-operation-key", status == 200 ? "ignored" : "checked");
    }

    private void protocol() {
        Call list = service.prepare("listGpus", Map.of());
        profile.setError("not-found-code", service.send(list.target("/" + NOTHING)));
        profile.setError("method-not-allowed-code", service.send(destruction().method("GET")));
        profile.setError("not-acceptable-code", service.send(list.header("Accept", "text/html")));
        profile.setError("parameter-error-code", service.call("listCards", Map.of("page", 0)));
    }

    private void media() {
        Call text = destruction().withoutHeader("Content-Type").header("Content-Type", "text/plain");
        profile.setError("unsupported-media-type-code", service.send(text));
        String large = "{\"instance_uuid\":\"" + "x".repeat(100_000) + "\"}";
        profile.setError("body-too-large-code", service.send(destruction().body(large)));
    }

    private Call destruction() {
        return service.prepare("destroyInstance", Map.of("instance_uuid", NOTHING));
    }

    /** The default and the largest size of a page. */
    private void lists() {
        ApiDocuments.PAGED_LISTS.keySet().forEach(operation -> observe(service.call(operation)));
        observe(service.call("listMarketImages", Map.of("page_size", HUGE)));
    }

    /** Requests about an instance or an image that does not exist. */
    private void missingThings() {
        ServiceResponse destroyed = service.send(destruction());
        observe(destroyed);
        profile.setText("instance-not-destroyable", destroyed);
        Map<String, Object> timer = Map.of("instance_uuid", NOTHING, "shutdown_time", 60, "enable", true);
        profile.setText("instance-unsuitable", service.call("setShutdownTimer", timer));
        profile.setText("image-not-deletable", service.call("deletePrivateImage", Map.of("image_uuid", NOTHING)));
        profile.setText("instance-unknown", rename("t"));
        observe(rename("x".repeat(51)));
        profile.setError("start-refused-code", service.call("startInstance", NOTHING));
        profile.setError("restart-refused-code", service.call("restartInstance", NOTHING));
    }

    private ServiceResponse rename(String title) {
        return service.call("updateInstanceTitle", Map.of("instance_uuid", NOTHING, "title", title));
    }

    /** Create requests that name something that does not exist. */
    private void unknownThings() {
        ServiceResponse unknownPod = instances.create(Map.of("pod_uuid", NOTHING));
        profile.setError("unknown-pod-code", unknownPod);
        ServiceResponse withNull = instances.create(Map.of("pod_uuid", NOTHING, "pod_tag", NullNode.getInstance()));
        boolean absent =
                withNull.status() == unknownPod.status() && withNull.at("/code").equals(unknownPod.at("/code"));
        profile.set("null-members", absent ? "absent" : "rejected");
        profile.setError("unknown-pod-tag-code", instances.create(Map.of("pod_tag", NOTHING)));
        profile.setError("unknown-gpu-code", instances.create(Map.of("gpu_uuid", NOTHING)));
        profile.setError("unknown-image-code", instances.createFrom(NOTHING));
    }

    /** The members of a new instance, in the response to the create request and in the list. */
    private void creation() {
        ServiceResponse response = instances.create(Map.of());
        observe(response);
        JsonNode created = response.json().path("data");
        String instance = InstanceList.uuid(created);
        if (instance.isEmpty()) {
            return;
        }
        if (created.has("title") && created.path("title").equals(instances.pod().path("title"))) {
            profile.set("instance-title", "image-name");
        }
        JsonNode listed = instances.listed(instance);
        if (listed.isObject()) {
            boolean documented = !listed.has("gpu_uuid") && created.has("gpu_uuid");
            profile.set("instance-list-members", documented ? "documented" : "all");
        }
        service.destroy(instance);
    }

    /** Records what the response shows by itself. */
    private void observe(ServiceResponse response) {
        new TrafficObservations(profile).observe(response, Instant.EPOCH);
    }

    private void observedOperations() {
        if (kit.settings().observed()) {
            service.callObserved("getInstance", Map.of("instance_uuid", "no-such-instance"));
            profile.setObserved();
        }
    }

    /**
     * Keeps an instance running for minutes, if that costs nothing or is allowed. An instance is never kept for an
     * hour.
     */
    private void instance() {
        BigDecimal allowed = kit.settings().allowCost();
        if (allowed != null && instances.gpu().at("/price/hour").decimalValue().compareTo(allowed) <= 0) {
            new InstanceObservation(kit, session, profile).observe();
        }
    }

    /**
     * A successful destroy response does not prove that the instance is gone, so the list is compared with the one
     * before the run.
     */
    private void cleanUp(PreflightCheck preflight) {
        try {
            session.close();
            preflight
                    .newInstances()
                    .forEach(instance -> profile.note("LEFT OVER: instance " + instance + " is new and still listed"));
        } catch (ContractViolationError | UnreachableException left) {
            profile.note("LEFT OVER: " + kit.secrets().mask(String.valueOf(left.getMessage())));
        }
    }
}
