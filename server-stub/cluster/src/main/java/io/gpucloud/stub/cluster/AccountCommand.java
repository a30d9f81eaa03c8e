package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.cluster.AccountExecutor.Execution;
import org.jspecify.annotations.Nullable;

/**
 * A command for an account, sent to the member that owns it. Covers all operations of {@link io.gpucloud.stub.account.Accounts} on one
 * account.
 */
sealed interface AccountCommand {

    /**
     * Applies the command to an account. The result depends only on the arguments, so a backup stays equal if the same commands are applied
     * to it.
     *
     * @param stored the account, or null if it is not open
     * @param moment the time of the account in seconds since 1970
     */
    Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment);

    /** Whether the command changes nothing but what has become due. Such a command can be repeated. */
    default boolean onlyReads() {
        return false;
    }

    /** Whether the whole account is sent to the backup, which may differ from it. */
    default boolean replacesBackup() {
        return false;
    }

    /** Performs an operation. */
    record Do(Operation<?> operation) implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            StoredAccount open = executor.opened(name, stored, moment);
            return new Execution(open, AccountResult.of(open.account().perform(operation, moment)));
        }

        @Override
        public boolean onlyReads() {
            return operation instanceof Operation.Read;
        }
    }

    /** Opens the account with a seed that a reset uses as well. */
    record Open(AccountSeed seed) implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            return Execution.done(executor.fresh(name, seed, seed, moment));
        }
    }

    /** Opens the account with a seed that a reset does not use. */
    record OpenFor(AccountSeed seed) implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            return Execution.done(executor.fresh(name, StoredAccount.seedOf(stored), seed, moment));
        }
    }

    /** Resets the account to its seed. */
    record Reset() implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            return Execution.done(executor.reset(name, stored, moment));
        }
    }

    /** Closes the account. */
    record Close() implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            return Execution.done(null);
        }
    }

    /** Exports a snapshot of the account. */
    record Export() implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            StoredAccount open = executor.opened(name, stored, moment);
            var state = open.account().perform(new Operation.Export(), moment).orThrow();
            return new Execution(open, AccountResult.done(new SavedAccount(open.seed(), state)));
        }

        @Override
        public boolean onlyReads() {
            return true;
        }
    }

    /** Replaces the account by a snapshot. */
    record Replace(SavedAccount kept) implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            return Execution.done(new StoredAccount(name, kept.seed(), executor.account(name, kept), 0, 0));
        }
    }

    /**
     * Restores the account from the copy of a member that was cut off. {@link AccountProcessor} executes it only if the cluster has no
     * newer copy.
     *
     * @param kept the copy of that member
     */
    record Restore(StoredAccount.Image kept) implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            return Execution.done(kept.stored(executor.rules()));
        }

        @Override
        public boolean replacesBackup() {
            return true;
        }
    }

    /** Sends the whole account to its backup. */
    record Repair() implements AccountCommand {
        @Override
        public Execution execute(AccountExecutor executor, String name, @Nullable StoredAccount stored, long moment) {
            return Execution.done(stored);
        }

        @Override
        public boolean replacesBackup() {
            return true;
        }
    }
}
