package io.gpucloud.stub.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stubs of tests that listen elsewhere, or whose administration asks for a token, maybe because the environment says so. */
class SharedStubTest {

    @ParameterizedTest
    @ValueSource(strings = {"stub.admin.token=a-token", "server.address=0.0.0.0", "server.address=127.0.0.1"})
    void isSteeredWhateverItsSettingsAre(String setting) {
        StubAccount account = SharedStub.with(List.of(setting)).newAccount();

        account.payIn(new BigDecimal("12.50"));

        assertThat(account.baseUrl().getHost()).isEqualTo("127.0.0.1");
    }
}
