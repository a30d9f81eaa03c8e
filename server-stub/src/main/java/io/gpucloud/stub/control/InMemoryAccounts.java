package io.gpucloud.stub.control;

import io.gpucloud.stub.domain.Account;
import io.gpucloud.stub.domain.AccountKey;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Operation;
import io.gpucloud.stub.domain.Outcome;
import io.gpucloud.stub.domain.Rules;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Accounts in this machine's memory, each behind a lock of its own. */
public final class InMemoryAccounts implements Accounts {

    private final Map<AccountKey, Guarded> accounts = new ConcurrentHashMap<>();
    private final Seeds seeds;
    private final Rules rules;
    private final StubClock clock;

    /**
     * No account is open yet.
     *
     * @param seeds what accounts own when they open
     * @param rules what they live by
     * @param clock tells the moment of each operation
     */
    public InMemoryAccounts(Seeds seeds, Rules rules, StubClock clock) {
        this.seeds = seeds;
        this.rules = rules;
        this.clock = clock;
    }

    @Override
    public <R> R perform(AccountKey key, Operation<R> operation) {
        return accounts.computeIfAbsent(key, Guarded::new).perform(operation).orThrow();
    }

    private final class Guarded {
        // Not a monitor: those pin virtual threads.
        private final ReentrantLock lock = new ReentrantLock();
        private final AccountKey key;
        private @Nullable Account account;

        Guarded(AccountKey key) {
            this.key = key;
        }

        <R> Outcome<R> perform(Operation<R> operation) {
            lock.lock();
            try {
                long moment = clock.now();
                if (account == null) {
                    account = seeds.of(key).open(key, rules, moment);
                }
                return account.perform(operation, moment);
            } finally {
                lock.unlock();
            }
        }
    }
}
