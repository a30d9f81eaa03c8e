package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class UnknownCallsTest {

    private final Caller caller;

    UnknownCallsTest(StubAccount account) {
        caller = Caller.of(account.baseUrl(), account.apiKey());
    }

    @Test
    void areProblemsToo() {
        Answer answer = caller.admin("GET", "/none", null);
        assertProblem(answer, 404, "", "there is no such call; see /openapi/stub-admin-v1.yaml");
    }

    @Test
    void withoutJsonAreRefused() {
        Answer answer = caller.call("PUT", "/__admin/clock", "{\"frozen\":true}", "Content-Type", "text/plain");
        assertProblem(answer, 415, "", "the body must be application/json");
    }
}
