package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Operation;

/**
 * A command for an account, sent to the member that owns it. Covers all operations of {@link io.gpucloud.stub.account.Accounts} on one account.
 */
sealed interface AccountCommand {

    /** Whether the command changes nothing but what has become due. Such a command can be repeated. */
    default boolean onlyReads() {
        return this instanceof Take || (this instanceof Do command && command.operation instanceof Operation.Read);
    }

    /** Performs an operation. */
    record Do(Operation<?> operation) implements AccountCommand {}

    /** Opens the account with a seed that a reset uses as well. */
    record Open(AccountSeed seed) implements AccountCommand {}

    /** Opens the account with a seed that a reset does not use. */
    record OpenFor(AccountSeed seed) implements AccountCommand {}

    /** Resets the account to its seed. */
    record Reset() implements AccountCommand {}

    /** Closes the account. */
    record Close() implements AccountCommand {}

    /** Exports a snapshot of the account. */
    record Take() implements AccountCommand {}

    /** Replaces the account by a snapshot. */
    record Put(SavedAccount kept) implements AccountCommand {}

    /**
     * Restores the account from the copy of a member that was cut off, unless the cluster has a newer copy.
     *
     * @param kept the copy of that member
     */
    record Restore(StoredAccount.Image kept) implements AccountCommand {}

    /** Sends the whole account to its backup. */
    record Repair() implements AccountCommand {}
}
