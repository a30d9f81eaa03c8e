package io.gpucloud.contract.pact;

import au.com.dius.pact.consumer.dsl.HttpResponseBuilder;
import au.com.dius.pact.consumer.dsl.LambdaDsl;
import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import au.com.dius.pact.consumer.dsl.Matchers;
import java.util.function.Consumer;

/** A response of the service, with the members that the contract requires. */
record Reply(int status, Consumer<LambdaDslObject> body) {

    static Reply success() {
        return new Reply(200, Reply::successful);
    }

    static Reply success(Consumer<LambdaDslObject> data) {
        return new Reply(200, body -> successful(body).object("data", data));
    }

    /** A failure whose code is documented. */
    static Reply failure(int code) {
        return new Reply(200, body -> body.numberValue("code", code).stringType("msg", "the reason in words"));
    }

    /** A failure that is documented without its code. */
    static Reply failureOfAnyCode() {
        return new Reply(
                200, body -> body.integerMatching("code", "-?[1-9][0-9]*", 1).stringType("msg", "the reason in words"));
    }

    /** A response with an HTTP status of an error. Its body has one of two forms, which only share a code. */
    static Reply error(int status, int code) {
        return new Reply(status, body -> body.integerType("code", code));
    }

    private static LambdaDslObject successful(LambdaDslObject body) {
        return body.numberValue("code", 0).stringType("msg", "success");
    }

    HttpResponseBuilder describe(HttpResponseBuilder response) {
        return response.status(status)
                .header("Content-Type", Matchers.regexp("application/json.*", "application/json"))
                .body(LambdaDsl.newJsonBody(body::accept).build());
    }
}
