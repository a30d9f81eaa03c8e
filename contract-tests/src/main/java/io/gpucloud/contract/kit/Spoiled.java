package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.Verdict.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Good requests, spoiled in what every request has: body, media types, method, and proof of who is asking. */
final class Spoiled {

    private static final int TOO_LARGE = 70_000;

    private Spoiled() {}

    /** Bodies that are no JSON objects. */
    static List<Variant> bodies(Call good, Map<String, Object> members) {
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
        List<Variant> variants = new ArrayList<>();
        bodies.forEach((name, text) -> variants.add(new Variant("body: " + name, good.json(text), Verdict.UNREADABLE)));
        variants.add(assumed("body: JSON with a member twice", good.json(doubled), Kind.UNREADABLE));
        return variants;
    }

    static Variant empty(Call good) {
        return new Variant("body: nothing", good.json(""), Verdict.UNREADABLE);
    }

    static Variant tooLarge(Call good) {
        return assumed("body: too large", good.json("{\"x\":\"" + "x".repeat(TOO_LARGE) + "\"}"), Kind.TOO_LARGE);
    }

    static List<Variant> mediaTypes(Call good, Map<String, Object> members) {
        String body = JsonMapper.shared().writeValueAsString(members);
        List<Variant> variants = new ArrayList<>();
        for (String type : List.of("text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense")) {
            variants.add(assumed(
                    "content type: " + type,
                    good.body(body).header("Content-Type", type),
                    Kind.UNSUPPORTED_MEDIA_TYPE));
        }
        variants.add(assumed("content type: none", good.body(body), Kind.UNSUPPORTED_MEDIA_TYPE));
        return variants;
    }

    static Variant charset(Call good, Map<String, Object> members) {
        return assumed(
                "content type: another character set",
                good.body(JsonMapper.shared().writeValueAsString(members))
                        .header("Content-Type", "application/json; charset=iso-8859-1"),
                Kind.UNSUPPORTED_MEDIA_TYPE);
    }

    static List<Variant> accept(Call good) {
        List<Variant> variants = new ArrayList<>();
        for (String type : List.of("text/html", "application/json;q=0")) {
            variants.add(assumed("accept: " + type, good.header("Accept", type), Kind.NOT_ACCEPTABLE));
        }
        variants.add(new Variant("accept: anything", good.header("Accept", "*/*"), Verdict.TAKEN));
        return variants;
    }

    /** Methods that no operation offers at this path. */
    static List<Variant> methods(Call good) {
        List<Variant> variants = new ArrayList<>();
        for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH")) {
            String path = good.target().replaceFirst("\\?.*", "");
            if (good.document()
                    .findOperation(method, good.document().basePath() + path)
                    .isEmpty()) {
                variants.add(assumed("method: " + method, good.method(method), Kind.METHOD_NOT_ALLOWED));
            }
        }
        return variants;
    }

    /** What only the table of errors refuses: the documentation does not say that it is bad. */
    private static Variant assumed(String name, Call call, Kind kind) {
        return new Variant(name, call, Verdict.of(kind)).assuming(Settings.ERRORS);
    }

    /** Ways to say badly who is asking. */
    static List<Variant> credentials(Call good, String key) {
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
        Verdict refused = Verdict.of(good.operation().isPublic() ? Kind.TAKEN : Kind.NOT_LOGGED_IN);
        List<Variant> variants = new ArrayList<>();
        variants.add(new Variant("key: none", good, refused));
        headers.forEach((name, header) ->
                variants.add(new Variant("key: " + name, good.header("Authorization", header), refused)));
        variants.add(new Variant("key: two headers", good.key(key).key(key), refused));
        return variants;
    }
}
