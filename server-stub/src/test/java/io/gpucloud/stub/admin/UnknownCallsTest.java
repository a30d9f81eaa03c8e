package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(GpuCloudStubExtension.class)
class UnknownCallsTest {

    private final Caller caller;
    private final String account;

    UnknownCallsTest(StubAccount account) {
        caller = Caller.of(account.baseUrl(), account.apiKey());
        this.account = "/__admin/accounts/" + account.apiKey();
    }

    @Test
    void areProblemsToo() {
        Answer answer = caller.adminGet("/none");
        assertProblem(answer, 404, "", "there is no such call; GET /__admin lists all of them");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/jsonp", "application/json-patch+json", "application/*", "nonsense"})
    void withoutJsonAreRefused(String type) {
        Answer answer = caller.call("PUT", account + "/clock", "{\"frozen\":true}", "Content-Type", type);
        assertProblem(answer, 415, "", "the body must be application/json");
    }

    @Test
    void withoutABodyAreRefused() {
        assertProblem(
                caller.call("PUT", account + "/clock", null),
                400,
                "",
                "the body is missing; send a JSON object as application/json");
    }

    @Test
    void withAMemberGivenTwiceAreRefused() {
        String twice = "{\"frozen\":true,\"frozen\":true}";
        assertProblem(
                caller.call("PUT", account + "/clock", twice, "Content-Type", "application/json"),
                400,
                "",
                "the body is ambiguous: the member frozen is given twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "APPLICATION/JSON;charset=UTF-8", "application/json ; charset=utf-8"})
    void withJsonAreServed(String type) {
        Answer answer = caller.call("PUT", account + "/clock", "{\"frozen\":true}", "Content-Type", type);
        assertThat(answer.status()).isEqualTo(200);
    }
}
