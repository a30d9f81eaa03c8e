package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.ExpectedResponse.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Good requests, spoiled in what every request has: body, media types, method, and proof of who is asking. */
final class MalformedRequests {

    private static final int TOO_LARGE = 70_000;

    private MalformedRequests() {}

    /** Bodies that are no JSON objects. */
    static List<RequestCase> bodies(Call good, Map<String, Object> members) {
        String body = JsonMapper.shared().writeValueAsString(members);
        String doubled = "{\"colour\":1,\"colour\":2," + body.substring(1).replaceFirst("^}", "\"x\":1}");
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("no JSON", "nonsense");
        bodies.put("JSON that is cut short", body.substring(0, body.length() - 1));
        bodies.put("JSON with a comma too many", body.substring(0, body.length() - 1) + ",}");
        bodies.put("JSON with something behind it", body + " x");
        bodies.put("JSON twice", body + body);
        bodies.put("JSON in single quotes", "{'x':1}");
        bodies.put("an array", "[" + body + "]");
        bodies.put("a text", "\"text\"");
        bodies.put("a number", "1");
        bodies.put("null", "null");
        bodies.put("JSON that is nested too deeply", "{\"x\":" + "[".repeat(2_000) + "]".repeat(2_000) + "}");
        List<RequestCase> cases = new ArrayList<>();
        bodies.forEach((name, text) ->
                cases.add(new RequestCase("body: " + name, good.json(text), ExpectedResponse.UNREADABLE)));
        cases.add(assumed("body: JSON with a member twice", good.json(doubled), Kind.UNREADABLE));
        return cases;
    }

    static RequestCase empty(Call good) {
        return new RequestCase("body: nothing", good.json(""), ExpectedResponse.UNREADABLE);
    }

    static RequestCase tooLarge(Call good) {
        return assumed("body: too large", good.json("{\"x\":\"" + "x".repeat(TOO_LARGE) + "\"}"), Kind.TOO_LARGE);
    }

    static List<RequestCase> mediaTypes(Call good, Map<String, Object> members) {
        String body = JsonMapper.shared().writeValueAsString(members);
        List<RequestCase> cases = new ArrayList<>();
        for (String type : List.of("text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense")) {
            cases.add(assumed(
                    "content type: " + type,
                    good.body(body).header("Content-Type", type),
                    Kind.UNSUPPORTED_MEDIA_TYPE));
        }
        cases.add(assumed("content type: none", good.body(body), Kind.UNSUPPORTED_MEDIA_TYPE));
        return cases;
    }

    static RequestCase charset(Call good, Map<String, Object> members) {
        return assumed(
                "content type: another character set",
                good.body(JsonMapper.shared().writeValueAsString(members))
                        .header("Content-Type", "application/json; charset=iso-8859-1"),
                Kind.UNSUPPORTED_MEDIA_TYPE);
    }

    static List<RequestCase> accept(Call good) {
        List<RequestCase> cases = new ArrayList<>();
        for (String type : List.of("text/html", "application/json;q=0")) {
            cases.add(assumed("accept: " + type, good.header("Accept", type), Kind.NOT_ACCEPTABLE));
        }
        cases.add(new RequestCase("accept: anything", good.header("Accept", "*/*"), ExpectedResponse.TAKEN));
        return cases;
    }

    /** Methods that no operation offers at this path. */
    static List<RequestCase> methods(Call good) {
        List<RequestCase> cases = new ArrayList<>();
        for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH")) {
            String path = good.target().replaceFirst("\\?.*", "");
            if (good.document()
                    .findOperation(method, good.document().basePath() + path)
                    .isEmpty()) {
                cases.add(assumed("method: " + method, good.method(method), Kind.METHOD_NOT_ALLOWED));
            }
        }
        return cases;
    }

    /** What only the table of errors refuses: the documentation does not say that it is bad. */
    private static RequestCase assumed(String name, Call call, Kind kind) {
        return new RequestCase(name, call, ExpectedResponse.of(kind)).assuming(Settings.ERRORS);
    }

    /** Ways to say badly who is asking. */
    static List<RequestCase> credentials(Call good, String key) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("the scheme alone", "Bearer");
        headers.put("no scheme", key);
        headers.put("another scheme", "Basic " + key);
        headers.put("two keys", "Bearer " + key + " " + key);
        headers.put("two keys and a comma", "Bearer " + key + ", " + key);
        headers.put("a key that nobody knows", "Bearer no-such-key");
        headers.put("a key with something in front", "Bearer !" + key);
        headers.put("a key and more", "Bearer " + key + "!");
        headers.put("no blank", "Bearer" + key);
        ExpectedResponse refused = ExpectedResponse.of(good.operation().isPublic() ? Kind.TAKEN : Kind.NOT_LOGGED_IN);
        List<RequestCase> cases = new ArrayList<>();
        cases.add(new RequestCase("key: none", good, refused));
        headers.forEach((name, header) ->
                cases.add(new RequestCase("key: " + name, good.header("Authorization", header), refused)));
        cases.add(new RequestCase("key: two headers", good.key(key).key(key), refused));
        return cases;
    }
}
