package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class UnknownParametersTest extends AccountTestBase {

    @TestFactory
    Stream<DynamicTest> areRejectedByEveryCall() {
        return OpenApiDocument.load("stub-admin-v1").operations().stream()
                .map(operation -> dynamicTest(operation.id(), () -> rejectsAnUnknownParameter(operation)));
    }

    private void rejectsAnUnknownParameter(OpenApiOperation operation) {
        String path = operation.path().replace("{account}", key).replaceAll("\\{[a-z_]+}", "any");
        Answer answer = caller.asStranger()
                .call(operation.method(), path + "?every_thing=1", null, "Content-Type: application/json");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.textAt("/member")).isEqualTo("every_thing");
        assertThat(answer.textAt("/detail")).startsWith("is no parameter of this call");
    }

    @Test
    void areRejectedWithTheNearestNameAndAllOthers() {
        assertProblem(
                caller.adminDelete("/faults?apikey=" + key),
                400,
                "apikey",
                "is no parameter of this call; did you mean api_key? The call has: id, operation, api_key");
        assertProblem(
                caller.adminDelete("/requests?wait_ms=3&api_key=" + key),
                400,
                "wait_ms",
                "is no parameter of this call. The call has: id, operation, api_key, text, status, code, failed, since, until");
        assertProblem(
                caller.admin("POST", "/reset?acount=" + key, null),
                400,
                "acount",
                "is no parameter of this call; did you mean account? The call has: account");
    }

    @Test
    void changeNothing() {
        caller.get("/gpu/list");
        String fault = fault("\"code\":-2").textAt("/id");
        caller.adminDelete("/faults?key=" + key);
        caller.adminDelete("/requests?key=" + key);
        caller.admin("POST", "/reset?acount=" + key, null);
        assertThat(caller.adminGet("/faults?api_key=" + key).text()).contains("\"" + fault + "\"");
        assertThat(caller.adminGet("/requests?api_key=" + key).intAt("/total")).isEqualTo(1);
    }

    @Test
    void areNotReadFromAForm() {
        Answer answer = caller.asStranger()
                .call(
                        "POST",
                        "/__admin/clock/advance?account=" + key,
                        "seconds=60",
                        "Content-Type: application/x-www-form-urlencoded");
        assertProblem(answer, 415, "", "the body must be application/json");
    }
}
