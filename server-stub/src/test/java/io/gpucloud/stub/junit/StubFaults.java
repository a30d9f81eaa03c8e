package io.gpucloud.stub.junit;

/** The faults of one test's account. They do not affect other accounts, or operations that need no API key. */
public final class StubFaults {

    private final StubAccount account;

    StubFaults(StubAccount account) {
        this.account = account;
    }

    /**
     * Sets a fault.
     *
     * @throws IllegalArgumentException if its parts exclude each other, or its operation needs no API key
     */
    public String set(StubFault fault) {
        return account.calls()
                .post("/faults", fault.of(account.apiKey()))
                .path("id")
                .stringValue();
    }

    /**
     * Removes a fault.
     *
     * @throws IllegalArgumentException if it no longer exists
     */
    public void remove(String id) {
        account.calls().delete("/faults/" + AdminCalls.encode(id));
    }
}
