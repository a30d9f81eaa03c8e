package io.gpucloud.contract.kit.behaviour;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.TestSession;
import io.gpucloud.contract.kit.derived.MalformedRequests;
import io.gpucloud.contract.kit.derived.RequestCase;
import io.gpucloud.contract.kit.derived.WellFormedRequests;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.OpenApiParameter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Malformed requests derived from the OpenAPI documents, and valid requests at the bounds of their schemas. A rejected
 * request must leave the account unchanged.
 */
@KitTest
class BadRequests {

    /** The state of the account after the last rejected request, which the next check need not read again. */
    private @Nullable String last;

    @TestFactory
    @Tag("derived")
    Stream<DynamicNode> toTheService(TestSession session) {
        Map<String, Object> existing = session.hasAdminApi() ? existing(session.instances()) : Map.of();
        return facts(ApiDocuments.PUBLIC_API, session, operation -> ofService(operation, session, existing));
    }

    @TestFactory
    @Tag("admin")
    Stream<DynamicNode> toTheAdminApi(TestSession session) {
        return facts(ApiDocuments.ADMIN_API, session, operation -> ofAdminApi(operation, session));
    }

    private Stream<DynamicNode> facts(
            OpenApiDocument document, TestSession session, Function<OpenApiOperation, Stream<RequestCase>> cases) {
        return document.operations().stream()
                .filter(operation -> session.service().settings().selects(operation.id()))
                .map(operation ->
                        dynamicContainer(operation.id(), cases.apply(operation).map(each -> test(each, session))));
    }

    private DynamicTest test(RequestCase requestCase, TestSession session) {
        return dynamicTest(requestCase.name(), () -> check(requestCase, session));
    }

    /** Creates an instance and an image, and names one of each kind. */
    private static Map<String, Object> existing(InstanceOperations instances) {
        String image = instances.image();
        return Map.of(
                "pod_uuid", instances.pod().path("uuid").asString(),
                "gpu_uuid", instances.gpu().path("gpu_uuid").asString(),
                "image_uuid", image,
                "instance_uuid", instances.run());
    }

    /**
     * Rejected requests name something that exists, because they must not change it. The others name nothing and change
     * nothing.
     */
    private static Stream<RequestCase> ofService(
            OpenApiOperation operation, TestSession session, Map<String, Object> existing) {
        String key = Objects.requireNonNull(session.service().key());
        Call call = Call.of(ApiDocuments.PUBLIC_API, operation, operation.path());
        Call keyed = operation.isPublic() ? call : call.key(key);
        Map<String, Object> minimal = WellFormedRequests.minimal(operation);
        Map<String, Object> naming = new LinkedHashMap<>(minimal);
        naming.replaceAll((name, value) -> existing.getOrDefault(name, value));
        // It rejects an unknown instance in the same way as a bad body, so only a new title of an instance is known to
        // be valid.
        boolean renaming = operation.id().equals("updateInstanceTitle");
        Stream<RequestCase> taken = new MalformedRequests(keyed, renaming ? naming : minimal)
                .all(key)
                .filter(requestCase -> !requestCase.isRejected())
                .filter(requestCase -> !renaming
                        || (session.hasAdminApi() && !requestCase.name().startsWith("instance_uuid")));
        // Unless switched off, this assumption contradicts the schema, and has a check of its own.
        boolean omissible = session.service()
                .settings()
                .skipReason(Set.of("timer-enable-omitted"))
                .isEmpty();
        Stream<RequestCase> rejected = new MalformedRequests(keyed, naming)
                .all(key)
                .filter(RequestCase::isRejected)
                .filter(requestCase -> !omissible || !requestCase.name().equals("enable: missing"));
        return Stream.concat(rejected, taken);
    }

    private static Stream<RequestCase> ofAdminApi(OpenApiOperation operation, TestSession session) {
        Map<String, Object> variables = operation.parameters("path").stream()
                .collect(toMap(
                        OpenApiParameter::name, parameter -> parameter.node().text("example")));
        String target = session.adminApi().prepare(operation.id(), variables).target();
        Call call = Call.of(ApiDocuments.ADMIN_API, operation, target)
                .key(session.service().settings().adminToken());
        // A valid snapshot or seed has members that depend on each other, and replaces the account that the checks use.
        boolean takesValid = AdminApi.isForAccount(operation)
                && !Set.of("putSnapshot", "resetStub").contains(operation.id());
        return new MalformedRequests(call, WellFormedRequests.minimal(operation))
                .ofAnyApi()
                .filter(requestCase -> requestCase.isRejected() || takesValid);
    }

    private void check(RequestCase requestCase, TestSession session) {
        requestCase.skip(session.service().settings()).ifPresent(Assumptions::abort);
        String before = last == null ? state(session) : last;
        last = null;
        Call call = requestCase.call();
        boolean toTheService = call.isOfService();
        ServiceResponse response =
                toTheService ? session.service().send(call) : session.adminApi().send(call);
        requestCase.observe(response);
        requestCase.verify(response);
        if (requestCase.isRejected()) {
            last = state(session);
            String what = "the account after a rejected request";
            Source.assumption("refusal-effect").require(before.equals(last), what, "no change", "a change");
        }
    }

    /** The state of the account: its snapshot, or its instances and images if there is no {@code --admin}. */
    private static String state(TestSession session) {
        if (session.hasAdminApi()) {
            return session.adminApi().snapshot();
        }
        return session.service().settings().readOnly()
                ? ""
                : names(session, "listInstances", "instance_list", "instance_uuid")
                        + names(session, "listPrivateImages", "image_list", "uuid");
    }

    /** Identifiers and titles. Other members and the order may change without a request. */
    private static String names(TestSession session, String operation, String list, String uuid) {
        return session.service().call(operation).succeeds().list("/data/" + list).stream()
                .map(thing -> thing.path(uuid) + " " + thing.path("title"))
                .sorted()
                .toList()
                .toString();
    }
}
