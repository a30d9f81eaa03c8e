package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Operation;

/** What can be asked of an account where it lives: all that {@link io.gpucloud.stub.account.Accounts} can do with one. */
sealed interface AccountCall {

    /** Whether the account is what it was before, but for what has come due; such a call can be made again. */
    default boolean onlyReads() {
        return this instanceof Take || (this instanceof Do call && call.operation instanceof Operation.Read);
    }

    /** Does an operation. */
    record Do(Operation<?> operation) implements AccountCall {}

    /** Opens the account with a seed of its own. */
    record Open(AccountSeed seed) implements AccountCall {}

    /** Opens the account with a seed for now. */
    record OpenFor(AccountSeed seed) implements AccountCall {}

    /** Opens the account anew. */
    record Reset() implements AccountCall {}

    /** Closes the account. */
    record Close() implements AccountCall {}

    /** Takes the account out. */
    record Take() implements AccountCall {}

    /** Puts the account in. */
    record Put(SavedAccount kept) implements AccountCall {}

    /**
     * Brings back what a member kept of the account while it was cut off. The newer copy is kept.
     *
     * @param kept the account as that member had it
     */
    record BringBack(AccountCell.Image kept) implements AccountCall {}

    /** Makes the copies of the account equal to it. */
    record Equalise() implements AccountCall {}
}
