package io.gpucloud.contract.kit.derived;

import static java.util.function.Function.identity;

import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.contract.kit.derived.RequestCase.Expected;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Malformed requests to one operation, and valid requests at the bounds of its schemas. All are derived from the
 * OpenAPI document and from one well-formed request.
 */
public final class MalformedRequests {

    private static final int TOO_LARGE = 70_000;

    private final Call call;
    private final Map<String, Object> members;

    /**
     * The {@code call} has a key if the operation needs one, but no body. The {@code members} are those of a valid
     * body.
     */
    public MalformedRequests(Call call, Map<String, Object> members) {
        this.call = call;
        this.members = members;
    }

    /** Returns every case. Only the service specifies the response to each of them. */
    public Stream<RequestCase> all(String key) {
        Stream<RequestCase> bodyLimits = takesBody() ? bodyLimits() : Stream.empty();
        return Stream.of(ofAnyApi(), bodyLimits, accept(), credentials(key)).flatMap(identity());
    }

    /** Returns the cases whose response is also specified for {@code /__admin}. */
    public Stream<RequestCase> ofAnyApi() {
        Stream<RequestCase> bodies = takesBody() ? Stream.concat(bodies(), mediaTypes()) : Stream.empty();
        return Stream.of(MalformedMembers.of(call, members).stream(), bodies, methods())
                .flatMap(identity());
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

    /** Bodies that are not JSON objects. */
    private Stream<RequestCase> bodies() {
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
        return cases.stream();
    }

    /** No body, a body that is too large, and a body in another character set. */
    private Stream<RequestCase> bodyLimits() {
        Call large = call.json("{\"x\":\"" + "x".repeat(TOO_LARGE) + "\"}");
        Call latin1 = call.body(body()).header("Content-Type", "application/json; charset=iso-8859-1");
        return Stream.of(
                new RequestCase("request body: nothing", call.json(""), Expected.BAD_PARAMETER),
                assumed("request body: too large", large, Expected.TOO_LARGE),
                assumed("content type: another character set", latin1, Expected.UNSUPPORTED_MEDIA_TYPE));
    }

    private Stream<RequestCase> mediaTypes() {
        Call none = call.body(body());
        return Stream.of("text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense", "none")
                .map(type -> assumed(
                        "content type: " + type,
                        type.equals("none") ? none : none.header("Content-Type", type),
                        Expected.UNSUPPORTED_MEDIA_TYPE));
    }

    private Stream<RequestCase> accept() {
        return Stream.of(
                unacceptable("text/html"),
                unacceptable("application/json;q=0"),
                new RequestCase("accept: anything", wellFormed().header("Accept", "*/*"), Expected.TAKEN));
    }

    private RequestCase unacceptable(String type) {
        return assumed("accept: " + type, wellFormed().header("Accept", type), Expected.NOT_ACCEPTABLE);
    }

    /** Methods that no operation at this path has. */
    private Stream<RequestCase> methods() {
        String path = call.document().basePath() + call.target().replaceFirst("\\?.*", "");
        return Stream.of("GET", "POST", "PUT", "DELETE", "PATCH")
                .filter(method -> call.document().findOperation(method, path).isEmpty())
                .map(method -> assumed("method: " + method, call.method(method), Expected.METHOD_NOT_ALLOWED));
    }

    /** Requests with wrong credentials made of {@code key}. */
    private Stream<RequestCase> credentials(String key) {
        Call anonymous = wellFormed().withoutHeader("Authorization");
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("only the scheme", anonymous.header("Authorization", "Bearer"));
        calls.put("no scheme", anonymous.header("Authorization", key));
        calls.put("another scheme", anonymous.header("Authorization", "Basic " + key));
        calls.put("two keys", anonymous.header("Authorization", "Bearer " + key + " " + key));
        calls.put("two keys and a comma", anonymous.header("Authorization", "Bearer " + key + ", " + key));
        calls.put("an unknown key", anonymous.header("Authorization", "Bearer no-such-key"));
        calls.put("a key with something in front", anonymous.header("Authorization", "Bearer !" + key));
        calls.put("a key and more", anonymous.header("Authorization", "Bearer " + key + "!"));
        calls.put("no blank", anonymous.header("Authorization", "Bearer" + key));
        calls.put("two headers", anonymous.key(key).key(key));
        boolean isPublic = call.operation().isPublic();
        Expected expected = isPublic ? Expected.TAKEN : Expected.NOT_LOGGED_IN;
        Set<String> assumed = isPublic ? Set.of("public-operation-key") : Set.of();
        // A public operation needs no key; what it does with one is assumed.
        RequestCase withoutKey = new RequestCase("key: none", anonymous, expected);
        Stream<RequestCase> withKey = calls.entrySet().stream()
                .map(each -> new RequestCase("key: " + each.getKey(), each.getValue(), expected).assuming(assumed));
        return Stream.concat(Stream.of(withoutKey), withKey);
    }

    /**
     * A case that depends on the error table of this project, because the documentation of the service does not cover
     * it.
     */
    private static RequestCase assumed(String name, Call call, Expected expected) {
        return new RequestCase(name, call, expected).assuming(Set.of(Settings.ERRORS));
    }
}
