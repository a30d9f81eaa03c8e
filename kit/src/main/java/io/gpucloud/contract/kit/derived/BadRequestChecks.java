package io.gpucloud.contract.kit.derived;

import static java.util.stream.Collectors.toMap;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.TestSession;
import io.gpucloud.contract.kit.ValueAssertions;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.OpenApiParameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Sends the cases of {@link MalformedRequests} to a service and checks each response. */
public final class BadRequestChecks {

    private final TestSession session;
    private @Nullable Map<String, Object> existing;
    /** The state of the account after the last rejected request, which the next check need not read again. */
    private @Nullable String last;

    /** The checks for one account. With {@code --admin} they use an instance and an image that they create there. */
    public BadRequestChecks(TestSession session) {
        this.session = session;
    }

    private Map<String, Object> existing() {
        if (existing == null) {
            existing = session.hasAdminApi() ? create() : Map.of();
        }
        return existing;
    }

    private Map<String, Object> create() {
        InstanceOperations instances = session.instances();
        String image = instances.image();
        return Map.of(
                "pod_uuid", instances.pod().path("uuid").asString(),
                "gpu_uuid", instances.gpu().path("gpu_uuid").asString(),
                "image_uuid", image,
                "instance_uuid", instances.run());
    }

    public Map<String, Runnable> ofService(OpenApiOperation operation) {
        Map<String, Object> minimal = WellFormedRequests.minimal(operation);
        String key = session.service().key();
        Call call = Call.of(ApiDocuments.PUBLIC_API, operation, operation.path());
        Call keyed = operation.isPublic() ? call : call.key(key);
        MalformedRequests nothing = new MalformedRequests(keyed, minimal);
        MalformedRequests existing = new MalformedRequests(keyed, naming(minimal));
        boolean renaming = operation.id().equals("updateInstanceTitle");
        String valid = Objects.requireNonNullElse(key, "no-such-key");
        Stream<RequestCase> rejected = existing.all(valid).filter(RequestCase::isRejected);
        // Accepted requests change nothing, because they name nothing that exists. Only a new title of an instance is
        // wanted.
        Stream<RequestCase> taken = (renaming ? existing : nothing)
                .all(valid)
                .filter(requestCase -> !requestCase.isRejected())
                .filter(requestCase -> !renaming || isKnownTitle(requestCase));
        return checks(Stream.concat(rejected, taken), session.service()::send);
    }

    public Map<String, Runnable> ofAdminApi(OpenApiOperation operation) {
        String target = session.adminApi()
                .prepare(operation.id(), pathExamples(operation))
                .target();
        Call call = Call.of(ApiDocuments.ADMIN_API, operation, target)
                .key(session.service().settings().adminToken());
        MalformedRequests requests = new MalformedRequests(call, WellFormedRequests.minimal(operation));
        // A valid snapshot or seed has members that depend on each other, and replaces the account that the checks use.
        boolean ofAccount = operation.path().contains("{account}")
                && !Set.of("putAccountSnapshot", "resetAccount").contains(operation.id());
        Stream<RequestCase> members =
                requests.members().stream().filter(requestCase -> requestCase.isRejected() || ofAccount);
        Stream<RequestCase> bodies = operation.requestSchema().isEmpty()
                ? Stream.of()
                : Stream.of(requests.bodies(), requests.mediaTypes()).flatMap(List::stream);
        return checks(
                Stream.of(members, bodies, requests.methods().stream()).flatMap(cases -> cases),
                session.adminApi()::send);
    }

    /** updateInstanceTitle rejects a bad body and an unknown instance in the same way. */
    private boolean isKnownTitle(RequestCase requestCase) {
        return session.hasAdminApi() && !requestCase.name().startsWith("instance_uuid");
    }

    private static Map<String, Object> pathExamples(OpenApiOperation operation) {
        return operation.parameters("path").stream()
                .collect(toMap(
                        OpenApiParameter::name, parameter -> parameter.node().text("example")));
    }

    /** The members with identifiers of things that exist, as far as the account has any. */
    private Map<String, Object> naming(Map<String, Object> members) {
        Map<String, Object> naming = new LinkedHashMap<>(members);
        naming.replaceAll((name, value) -> existing().getOrDefault(name, value));
        return naming;
    }

    private Map<String, Runnable> checks(Stream<RequestCase> cases, Function<Call, ServiceResponse> send) {
        Map<String, Runnable> checks = new LinkedHashMap<>();
        cases.forEach(requestCase -> checks.put(requestCase.name(), () -> {
            requestCase.skip(session.service().settings()).ifPresent(Assumptions::abort);
            String before = last == null ? state() : last;
            last = null;
            requestCase.verify(send.apply(requestCase.call()));
            if (requestCase.isRejected()) {
                last = state();
                String what = "the account after a rejected request";
                ValueAssertions.that(
                        before.equals(last), what, "no change", "a change", Source.assumption("refusal-effect"));
            }
        }));
        return checks;
    }

    /** The state of the account: its snapshot, or its instances and images if there is no {@code --admin}. */
    private String state() {
        if (session.hasAdminApi()) {
            return session.adminApi().snapshot().toString();
        }
        return session.service().settings().readOnly()
                ? ""
                : names("listInstances", "instance_list", "instance_uuid")
                        + names("listPrivateImages", "image_list", "uuid");
    }

    /** Identifiers and titles. Other members and the order may change without a request. */
    private String names(String operation, String list, String uuid) {
        return session.service().call(operation).succeeds().list("/data/" + list).stream()
                .map(thing -> thing.path(uuid) + " " + thing.path("title"))
                .sorted()
                .toList()
                .toString();
    }
}
