package io.gpucloud.stub.account;

/** Names an account. The name is the API key that opens it, so it never prints itself. */
public record AccountKey(String name) {

    @Override
    public String toString() {
        return "AccountKey[masked]";
    }
}
