package io.gpucloud.contract.pact;

import au.com.dius.pact.consumer.dsl.HttpResponseBuilder;
import au.com.dius.pact.consumer.dsl.LambdaDsl;
import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import au.com.dius.pact.consumer.dsl.Matcher;
import au.com.dius.pact.consumer.dsl.Matchers;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A response of the service. */
record Reply(int status, Map<String, Matcher> headers, Consumer<LambdaDslObject> body) {

    static final String MESSAGE = "the reason in words";

    static Reply success() {
        return envelope(200, 0);
    }

    static Reply success(Consumer<LambdaDslObject> data) {
        return new Reply(
                200,
                Map.of(),
                body -> body.numberValue("code", 0).stringType("msg", "success").object("data", data));
    }

    /** A response in the usual format, with an exact {@code code}. */
    static Reply envelope(int status, int code) {
        return new Reply(
                status, Map.of(), body -> body.numberValue("code", code).stringMatcher("msg", "\\S.*", MESSAGE));
    }

    /** HTTP 400 in the alternative format, without a parameter. */
    static Reply badParameters() {
        return badRequest(data -> {});
    }

    /** HTTP 400 in the alternative format, with the name of a parameter. */
    static Reply badParameter(String field) {
        return badRequest(data -> data.stringValue("field", field));
    }

    private static Reply badRequest(Consumer<LambdaDslObject> more) {
        return new Reply(
                400,
                Map.of(),
                body -> body.numberValue("code", 400)
                        .stringMatcher("message", "\\S.*", MESSAGE)
                        .object(
                                "data",
                                data -> more.accept(data.stringMatcher("error", "\\S+", "invalid_parameter")
                                        .stringMatcher("details", "\\S.*", "must not be empty"))));
    }

    Reply withHeader(String name, String pattern, String example) {
        Map<String, Matcher> more = new TreeMap<>(headers);
        more.put(name, Matchers.regexp(pattern, example));
        return new Reply(status, more, body);
    }

    HttpResponseBuilder describe(HttpResponseBuilder response) {
        response.status(status).header("Content-Type", Matchers.regexp("application/json.*", "application/json"));
        headers.forEach(response::header);
        return response.body(LambdaDsl.newJsonBody(body::accept).build());
    }
}
