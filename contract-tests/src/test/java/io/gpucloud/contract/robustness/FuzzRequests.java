package io.gpucloud.contract.robustness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.derived.MalformedRequests;
import io.gpucloud.contract.kit.derived.RequestCase;
import io.gpucloud.contract.kit.derived.WellFormedRequests;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The requests of {@link FuzzTest} as bytes: those of {@link MalformedRequests} for every operation, and well-formed
 * requests with bytes changed at random. Operations on snapshots are left out, because they would replace the state of
 * the stub.
 */
final class FuzzRequests {

    private static final Map<String, Object> PATH_VARIABLES =
            Map.of("account", "demo-key", "api_key", "demo-key-poor", "gpu_uuid", "gpu-rtx-4090", "id", "fault-1");

    private static final List<MalformedRequests> REQUESTS = requests();

    private FuzzRequests() {}

    /** The malformed requests to every operation, by its id. */
    static Map<String, List<RawRequest>> malformed() {
        Map<String, List<RawRequest>> all = new LinkedHashMap<>();
        for (MalformedRequests requests : REQUESTS) {
            all.put(requests.wellFormed().operation().id(), malformed(requests));
        }
        return all;
    }

    private static List<RawRequest> malformed(MalformedRequests requests) {
        List<RawRequest> malformed = new ArrayList<>();
        for (RequestCase requestCase : requests.all(RawRequest.KEY).toList()) {
            Call call = requestCase.call();
            malformed.add(RawRequest.of(call.operation() + " " + requestCase.name(), call));
        }
        Call call = requests.wellFormed();
        if (!call.method().equals("GET") && !call.method().equals("DELETE")) {
            Call withBody = call.body() == null ? call.json("") : call;
            hostileBodies(call.operation())
                    .forEach((name, body) ->
                            malformed.add(RawRequest.of(call.operation() + " " + name, withBody.body(body))));
            byte[] notUtf8 = {'{', (byte) 0xFF, '}'};
            malformed.add(RawRequest.of(call.operation() + " request body: not UTF-8", withBody, notUtf8));
        }
        return malformed;
    }

    private static Map<String, String> hostileBodies(OpenApiOperation operation) {
        Set<String> names = operation
                .requestSchema()
                .map(schema -> schema.properties().keySet())
                .orElse(Set.of());
        return HostileJson.bodies(WellFormedRequests.minimal(operation), names);
    }

    /** A well-formed request with some of its bytes changed, removed, inserted or repeated. */
    static RawRequest mutated(Random random) {
        Call wellFormed = REQUESTS.get(random.nextInt(REQUESTS.size())).wellFormed();
        StringBuilder text = new StringBuilder(RawRequest.of("", wellFormed).text());
        int changes = 1 + random.nextInt(6);
        for (int i = 0; i < changes; i++) {
            change(text, random);
        }
        return new RawRequest("random " + wellFormed.operation(), text.toString());
    }

    private static void change(StringBuilder text, Random random) {
        int at = random.nextInt(Math.max(1, text.length()));
        int length = Math.min(1 + random.nextInt(8), text.length() - at);
        switch (random.nextInt(6)) {
            case 0 -> text.setCharAt(at, (char) random.nextInt(256));
            case 1 -> text.delete(at, at + length);
            case 2 -> text.insert(at, text.substring(at, at + length).repeat(1 + random.nextInt(200)));
            case 3 -> text.insert(at, value(random));
            case 4 -> text.insert(at, "\r\n");
            default -> text.insert(at, (char) random.nextInt(32));
        }
    }

    private static String value(Random random) {
        String value = HostileJson.VALUES.get(random.nextInt(HostileJson.VALUES.size()));
        return new String(value.getBytes(UTF_8), ISO_8859_1);
    }

    private static List<MalformedRequests> requests() {
        List<MalformedRequests> requests = new ArrayList<>();
        for (OpenApiDocument document : List.of(ApiDocuments.PUBLIC_API, ApiDocuments.ADMIN_API)) {
            document.operations().stream()
                    .filter(operation -> !operation.id().contains("napshot"))
                    .map(operation -> new MalformedRequests(
                            Call.of(document, operation, Call.path(operation, new LinkedHashMap<>(PATH_VARIABLES)))
                                    .key(RawRequest.KEY),
                            WellFormedRequests.minimal(operation)))
                    .forEach(requests::add);
        }
        return requests;
    }
}
