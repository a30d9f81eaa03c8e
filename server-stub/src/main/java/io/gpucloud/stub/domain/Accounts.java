package io.gpucloud.stub.domain;

/** The one door to the state: every read and every change of an account passes here. */
public interface Accounts {

    /**
     * Takes the present moment once, applies what has come due in the account, then the operation. An account opens
     * when it is first named.
     *
     * @param <R> what the operation answers
     * @param key the account
     * @param operation what to do
     * @return its answer
     * @throws CloudException if the operation is refused; what had come due stays applied, nothing else has changed
     */
    <R> R perform(AccountKey key, Operation<R> operation);
}
