package io.gpucloud.contract.kit.derived;

import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.contract.kit.derived.RequestCase.Expected;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Malformed requests to one operation, and valid requests at the bounds of its schemas. All are derived from the OpenAPI document
 * and from one well-formed request.
 */
public final class MalformedRequests {

    private static final int TOO_LARGE = 70_000;

    private final Call call;
    private final Map<String, Object> members;

    /** The {@code call} has a key if the operation needs one, but no body. The {@code members} are those of a valid body. */
    MalformedRequests(Call call, Map<String, Object> members) {
        this.call = call;
        this.members = members;
    }

    /** Derives requests from the {@linkplain WellFormedRequests#minimal minimal} request to an operation. */
    public static MalformedRequests of(
            OpenApiDocument document, OpenApiOperation operation, Map<String, Object> pathVariables, String key) {
        Call call = Call.of(document, operation, Call.path(operation, new LinkedHashMap<>(pathVariables)));
        return new MalformedRequests(call.key(key), WellFormedRequests.minimal(operation));
    }

    /** Returns every case. The kit sends those with a specified response only. */
    public Stream<RequestCase> all(String key) {
        Stream<RequestCase> ofBody =
                takesBody() ? Stream.of(bodies(), bodyLimits(), mediaTypes()).flatMap(List::stream) : Stream.of();
        return Stream.of(members().stream(), ofBody, methods().stream(), accept().stream(), credentials(key).stream())
                .flatMap(cases -> cases);
    }

    public Call wellFormed() {
        return takesBody() ? call.json(body()) : call;
    }

    private boolean takesBody() {
        return call.operation().requestSchema().isPresent();
    }

    private String body() {
        return JsonMapper.shared().writeValueAsString(members);
    }

    /** Each member of the body, or each query parameter, with each {@link MemberValue}. */
    List<RequestCase> members() {
        return MalformedMembers.of(call, members);
    }

    /** Bodies that are not JSON objects. */
    List<RequestCase> bodies() {
        String body = body();
        String doubled = "{\"colour\":1,\"colour\":2," + body.substring(1).replaceFirst("^}", "\"x\":1}");
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("no JSON", "nonsense");
        bodies.put("JSON that is cut short", body.substring(0, body.length() - 1));
        bodies.put("JSON with a comma too many", body.substring(0, body.length() - 1) + ",}");
        bodies.put("JSON followed by other text", body + " x");
        bodies.put("JSON twice", body + body);
        bodies.put("JSON in single quotes", "{'x':1}");
        bodies.put("an array", "[" + body + "]");
        bodies.put("a text", "\"text\"");
        bodies.put("a number", "1");
        bodies.put("null", "null");
        bodies.put("JSON that is nested too deeply", "{\"x\":" + "[".repeat(2_000) + "]".repeat(2_000) + "}");
        List<RequestCase> cases = new ArrayList<>();
        bodies.forEach((name, text) ->
                cases.add(new RequestCase("request body: " + name, call.json(text), Expected.BAD_PARAMETER)));
        cases.add(assumed("request body: JSON with a member twice", call.json(doubled), Expected.BAD_PARAMETER));
        return cases;
    }

    /** No body, a body that is too large, and a body in another character set. */
    List<RequestCase> bodyLimits() {
        Call large = call.json("{\"x\":\"" + "x".repeat(TOO_LARGE) + "\"}");
        Call latin1 = call.body(body()).header("Content-Type", "application/json; charset=iso-8859-1");
        return List.of(
                new RequestCase("request body: nothing", call.json(""), Expected.BAD_PARAMETER),
                assumed("request body: too large", large, Expected.TOO_LARGE),
                assumed("content type: another character set", latin1, Expected.UNSUPPORTED_MEDIA_TYPE));
    }

    List<RequestCase> mediaTypes() {
        List<RequestCase> cases = new ArrayList<>();
        for (String type : List.of("text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense")) {
            Call typed = call.body(body()).header("Content-Type", type);
            cases.add(assumed("content type: " + type, typed, Expected.UNSUPPORTED_MEDIA_TYPE));
        }
        cases.add(assumed("content type: none", call.body(body()), Expected.UNSUPPORTED_MEDIA_TYPE));
        return cases;
    }

    List<RequestCase> accept() {
        List<RequestCase> cases = new ArrayList<>();
        for (String type : List.of("text/html", "application/json;q=0")) {
            cases.add(assumed("accept: " + type, wellFormed().header("Accept", type), Expected.NOT_ACCEPTABLE));
        }
        cases.add(new RequestCase("accept: anything", wellFormed().header("Accept", "*/*"), Expected.TAKEN));
        return cases;
    }

    /** Methods that no operation at this path has. */
    List<RequestCase> methods() {
        String path = call.document().basePath() + call.target().replaceFirst("\\?.*", "");
        return Stream.of("GET", "POST", "PUT", "DELETE", "PATCH")
                .filter(method -> call.document().findOperation(method, path).isEmpty())
                .map(method -> assumed("method: " + method, call.method(method), Expected.METHOD_NOT_ALLOWED))
                .toList();
    }

    /** Requests with wrong credentials made of {@code key}. */
    List<RequestCase> credentials(String key) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("only the scheme", "Bearer");
        headers.put("no scheme", key);
        headers.put("another scheme", "Basic " + key);
        headers.put("two keys", "Bearer " + key + " " + key);
        headers.put("two keys and a comma", "Bearer " + key + ", " + key);
        headers.put("an unknown key", "Bearer no-such-key");
        headers.put("a key with something in front", "Bearer !" + key);
        headers.put("a key and more", "Bearer " + key + "!");
        headers.put("no blank", "Bearer" + key);
        Call anonymous = wellFormed().withoutHeader("Authorization");
        Expected expected = call.operation().isPublic() ? Expected.TAKEN : Expected.NOT_LOGGED_IN;
        List<RequestCase> cases = new ArrayList<>();
        cases.add(new RequestCase("key: none", anonymous, expected));
        headers.forEach((name, header) ->
                cases.add(new RequestCase("key: " + name, anonymous.header("Authorization", header), expected)));
        cases.add(new RequestCase("key: two headers", anonymous.key(key).key(key), expected));
        return cases;
    }

    /** A case that depends on the error table of this project, because the documentation of the service does not cover it. */
    private static RequestCase assumed(String name, Call call, Expected expected) {
        return new RequestCase(name, call, expected).assuming(Set.of(Settings.ERRORS));
    }
}
