package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Operation;

/**
 * A call of an account, sent to the member that owns it. Covers all operations of {@link io.gpucloud.stub.account.Accounts} on one account.
 */
sealed interface AccountCall {

    /** Whether the call changes nothing but what has become due. Such a call can be repeated. */
    default boolean onlyReads() {
        return this instanceof Take || (this instanceof Do call && call.operation instanceof Operation.Read);
    }

    /** Performs an operation. */
    record Do(Operation<?> operation) implements AccountCall {}

    /** Opens the account with a seed that a reset uses as well. */
    record Open(AccountSeed seed) implements AccountCall {}

    /** Opens the account with a seed that a reset does not use. */
    record OpenFor(AccountSeed seed) implements AccountCall {}

    /** Resets the account to its seed. */
    record Reset() implements AccountCall {}

    /** Closes the account. */
    record Close() implements AccountCall {}

    /** Exports a snapshot of the account. */
    record Take() implements AccountCall {}

    /** Replaces the account by a snapshot. */
    record Put(SavedAccount kept) implements AccountCall {}

    /**
     * Restores the account from the copy of a member that was cut off, unless the cluster has a newer copy.
     *
     * @param kept the copy of that member
     */
    record Restore(AccountCell.Image kept) implements AccountCall {}

    /** Sends the whole account to its backup. */
    record Repair() implements AccountCall {}
}
