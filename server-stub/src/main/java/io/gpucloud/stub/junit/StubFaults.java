package io.gpucloud.stub.junit;

/** What goes wrong in one test's account, and in no other. The public operations, which need no key, are never struck. */
public final class StubFaults {

    private final StubAccount account;

    StubFaults(StubAccount account) {
        this.account = account;
    }

    /**
     * Sets a fault.
     *
     * @param fault what goes wrong
     * @return its identifier
     * @throws IllegalArgumentException if its parts do not go together, or it is for an operation that needs no key
     */
    public String set(StubFault fault) {
        return account.calls()
                .post("/faults", fault.of(account.apiKey()))
                .path("id")
                .stringValue();
    }

    /**
     * Takes a fault away.
     *
     * @param id its identifier
     * @throws IllegalArgumentException if it is not there any more
     */
    public void remove(String id) {
        account.calls().delete("/faults/" + AdminCalls.encode(id));
    }
}
