package io.gpucloud.stub.junit;

import io.gpucloud.stub.Caller;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests with a new account for each test. */
@ExtendWith(GpuCloudStubExtension.class)
public abstract class AccountTestBase {

    /** Calls the stub with the key of the account. */
    protected Caller caller;

    protected String key;

    /** The path of the account below {@code /__admin}. */
    protected String account;

    @BeforeEach
    final void openAccount(StubAccount opened) {
        key = opened.apiKey();
        caller = Caller.of(opened.baseUrl(), key);
        account = "/accounts/" + key;
    }
}
