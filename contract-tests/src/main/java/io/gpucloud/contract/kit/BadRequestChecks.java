package io.gpucloud.contract.kit;

import io.gpucloud.openapi.OpenApiOperation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.json.JsonMapper;

/** Sends the cases of {@link MalformedRequests} to a service and checks each response. */
public final class BadRequestChecks {

    private final TestSession session;
    private @Nullable Map<String, Object> existing;
    /** The state of the account after the last rejected request, which the next check need not read again. */
    private @Nullable String last;

    /**
     * Creates the checks for one account. With {@code --admin} they use an instance and an image that they create there.
     *
     * @param session the account that receives the requests
     */
    public BadRequestChecks(TestSession session) {
        this.session = session;
    }

    private Map<String, Object> existing() {
        if (existing == null) {
            existing = session.isAdministered() ? create() : Map.of();
        }
        return existing;
    }

    private Map<String, Object> create() {
        Rentals rentals = session.rentals();
        String image = rentals.image();
        return Map.of(
                "pod_uuid", rentals.pod().path("uuid").asString(),
                "gpu_uuid", rentals.gpu().path("gpu_uuid").asString(),
                "image_uuid", image,
                "instance_uuid", rentals.run());
    }

    /**
     * What can be done wrong, and right, about an operation.
     *
     * @param operation an operation of the service
     * @return a fact for each request, by its name
     */
    public Map<String, Runnable> ofService(OpenApiOperation operation) {
        Map<String, Object> nobody = Requests.minimal(operation);
        Map<String, Object> known = known(nobody);
        Call good = Call.of(ApiDocuments.PUBLIC_API, operation, operation.path());
        Call keyed = operation.isPublic() ? good : good.key(session.service().key());
        boolean renaming = operation.id().equals("updateInstanceTitle");
        Stream<RequestCase> members = Stream.concat(
                Requests.ofMembers(keyed, known)
                        .filter(requestCase -> requestCase.expected().rejects() || renaming),
                Requests.ofMembers(keyed, nobody)
                        .filter(requestCase -> !requestCase.expected().rejects() && !renaming));
        Stream<RequestCase> bodies = operation.requestSchema().isEmpty() ? Stream.of() : bodies(keyed, known);
        Stream<RequestCase> common = Stream.of(
                        MalformedRequests.methods(keyed),
                        MalformedRequests.accept(withBody(keyed, renaming ? known : nobody)))
                .flatMap(List::stream);
        Stream<RequestCase> credentials = MalformedRequests.credentials(
                withBody(good, known),
                Objects.requireNonNullElse(session.service().key(), "no-such-key"))
                .stream();
        Stream<RequestCase> all =
                Stream.of(members, bodies, common, credentials).flatMap(each -> each);
        return facts(
                all.filter(requestCase -> requestCase.expected().rejects() || !renaming || knownTitle(requestCase)),
                this::service);
    }

    /**
     * What can be done wrong, and right, about an operation of the administration.
     *
     * @param operation an operation of the administration
     * @return a fact for each request, by its name
     */
    public Map<String, Runnable> ofAdministration(OpenApiOperation operation) {
        Map<String, Object> members = Requests.minimal(operation);
        String target = session.administration()
                .prepare(operation.id(), inPath(operation))
                .target();
        Call good = Call.of(ApiDocuments.ADMIN_API, operation, target)
                .key(session.service().settings().adminToken());
        boolean ofAccount =
                operation.path().contains("{account}") && !operation.id().equals("putAccountSnapshot");
        Stream<RequestCase> fields = operation.requestSchema().isEmpty()
                        && operation.parameters("query").isEmpty()
                ? Stream.of()
                : Requests.ofMembers(good, members)
                        .filter(requestCase -> requestCase.expected().rejects() || ofAccount);
        Stream<RequestCase> bodies = operation.requestSchema().isEmpty()
                ? Stream.of()
                : Stream.concat(
                        MalformedRequests.bodies(good, members).stream(),
                        MalformedRequests.mediaTypes(good, members).stream());
        Stream<RequestCase> methods = MalformedRequests.methods(good).stream();
        return facts(
                Stream.of(fields, bodies, methods).flatMap(each -> each),
                call -> session.administration().send(call));
    }

    /** A renaming says in the same words that its body is bad and that there is no such instance. */
    private boolean knownTitle(RequestCase requestCase) {
        return session.isAdministered() && !requestCase.name().startsWith("instance_uuid");
    }

    private static Map<String, Object> inPath(OpenApiOperation operation) {
        Map<String, Object> values = new LinkedHashMap<>();
        operation
                .parameters("path")
                .forEach(parameter -> values.put(
                        parameter.name(),
                        parameter.node().value().path("example").asString("x")));
        return values;
    }

    private static Stream<RequestCase> bodies(Call keyed, Map<String, Object> known) {
        return Stream.of(
                        MalformedRequests.bodies(keyed, known),
                        List.of(
                                MalformedRequests.empty(keyed),
                                MalformedRequests.tooLarge(keyed),
                                MalformedRequests.charset(keyed, known)),
                        MalformedRequests.mediaTypes(keyed, known))
                .flatMap(List::stream);
    }

    private static Call withBody(Call call, Map<String, Object> members) {
        return call.operation().requestSchema().isEmpty()
                ? call
                : call.json(JsonMapper.shared().valueToTree(members));
    }

    private Map<String, Object> known(Map<String, Object> members) {
        Map<String, Object> known = new LinkedHashMap<>(members);
        known.replaceAll((name, value) -> existing().getOrDefault(name, value));
        return known;
    }

    private Answer service(Call call) {
        return session.service().send(call);
    }

    /** Sends calls. */
    private interface Sender {
        Answer send(Call call);
    }

    private Map<String, Runnable> facts(Stream<RequestCase> cases, Sender sender) {
        Map<String, Runnable> facts = new LinkedHashMap<>();
        cases.forEach(requestCase -> facts.put(requestCase.name(), () -> {
            requestCase.skip(session.service().settings()).ifPresent(Assumptions::abort);
            String before = last == null ? state() : last;
            last = null;
            ResponseAssertions.assertResponse(sender.send(requestCase.call()), requestCase.expected());
            if (requestCase.expected().rejects()) {
                last = state();
                String what = "the account after a request that was refused";
                Expect.that(before.equals(last), what, "no change", "a change", Assumption.REFUSAL_EFFECT);
            }
        }));
        return facts;
    }

    /** What the account is, or shows where nobody can look inside. */
    private String state() {
        if (session.isAdministered()) {
            return session.administration().snapshot().toString();
        }
        return session.service().settings().readOnly()
                ? ""
                : names("listInstances", "instance_list", "instance_uuid")
                        + names("listPrivateImages", "image_list", "uuid");
    }

    /** Which things there are and what they are called; how far each has come may change by itself, and so may their order. */
    private String names(String operation, String list, String uuid) {
        return session.service().call(operation).succeeds().list("/data/" + list).stream()
                .map(thing -> thing.path(uuid) + " " + thing.path("title"))
                .sorted()
                .toList()
                .toString();
    }
}
