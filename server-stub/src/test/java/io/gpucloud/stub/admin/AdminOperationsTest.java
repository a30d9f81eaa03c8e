package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class AdminOperationsTest {

    @Test
    void areListedInTheOrderOfTheirDocument(StubAccount account) {
        Caller caller = Caller.of(account.baseUrl(), account.apiKey());
        Answer list = caller.adminGet("");

        assertThat(list.status()).isEqualTo(200);
        assertThat(list.textAt("/calls/0/method")).isEqualTo("GET");
        assertThat(list.textAt("/calls/0/path")).isEqualTo("/__admin");
        assertThat(list.at("/calls")
                        .valueStream()
                        .map(call -> call.path("method").stringValue() + " "
                                + call.path("path").stringValue()))
                .contains("POST /__admin/reset", "PUT /__admin/clock", "PUT /__admin/keys/{api_key}")
                .doesNotHaveDuplicates();
        assertThat(list.at("/calls")
                        .valueStream()
                        .map(call -> call.path("summary").stringValue()))
                .doesNotContain("");
        assertThat(caller.call("GET", list.textAt("/contract"), null).status()).isEqualTo(200);
    }
}
