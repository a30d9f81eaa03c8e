package io.gpucloud.stub.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.RawCaller;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests with a new account for each test. */
@ExtendWith(GpuCloudStubExtension.class)
public abstract class AccountTestBase {

    /** Calls the stub with the key of the account. */
    protected Caller caller;

    /** Sends bytes to the same stub. */
    protected RawCaller raw;

    protected String key;

    /** The path of the account below {@code /__admin}. */
    protected String account;

    @BeforeEach
    final void openAccount(StubAccount opened) {
        key = opened.apiKey();
        caller = Caller.of(opened.baseUrl(), key);
        raw = new RawCaller(opened.baseUrl());
        account = "/accounts/" + key;
    }

    /** Sets a fault for the requests of the account. */
    protected Answer fault(String members) {
        Answer set = caller.admin("POST", "/faults", "{\"api_key\":\"" + key + "\"," + members + "}");
        assertThat(set.status()).isEqualTo(201);
        return set;
    }
}
