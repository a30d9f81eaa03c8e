package io.gpucloud.stub.cluster;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.cluster.AccountCommand.Do;
import io.gpucloud.stub.store.SharedStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Accounts in a cluster. One member owns an account, another one has its backup. Every member knows which accounts are open: an account
 * that is marked as open and does not exist was lost, and a command does not open it again.
 */
final class ClusterAccounts implements Accounts {

    private static final long RETRY_MILLIS = 50;

    private final IMap<String, StoredAccount> accounts;
    private final SharedStore<Boolean> opened;
    private final Members members;
    private final LocalMember localMember;
    private final Scheduler scheduler;

    ClusterAccounts(Members members, SharedStore<Boolean> opened, Scheduler scheduler) {
        accounts = members.accounts();
        this.members = members;
        localMember = members.localMember();
        this.opened = opened;
        this.scheduler = scheduler;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> R perform(AccountKey key, Operation<R> operation) {
        return (R) Objects.requireNonNull(performOrOpen(key, new Do(operation)));
    }

    @Override
    public List<AccountKey> open() {
        return opened.all().keySet().stream().map(AccountKey::new).toList();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> Optional<R> performIfOpen(AccountKey key, Operation<R> operation) {
        return (Optional<R>) performIfOpen(key, new Do(operation));
    }

    @Override
    public void open(AccountKey key, AccountSeed seed) {
        openAndMark(key, new AccountCommand.Open(seed));
    }

    @Override
    public void openFor(AccountKey key, AccountSeed seed) {
        openAndMark(key, new AccountCommand.OpenFor(seed));
    }

    @Override
    public void reset(AccountKey key) {
        openAndMark(key, new AccountCommand.Reset());
    }

    @Override
    public void close(AccountKey key) {
        answer(ask(key, new AccountCommand.Close(), true));
        mark(key, false);
    }

    @Override
    public SavedAccount export(AccountKey key) {
        return (SavedAccount) Objects.requireNonNull(performOrOpen(key, new AccountCommand.Export()));
    }

    @Override
    public Optional<SavedAccount> exportIfOpen(AccountKey key) {
        return performIfOpen(key, new AccountCommand.Export()).map(SavedAccount.class::cast);
    }

    @Override
    public void restore(AccountKey key, SavedAccount kept) {
        localMember.executor().account(key.name(), kept);
        openAndMark(key, new AccountCommand.Replace(kept));
    }

    @Override
    public void restoreAll(Map<AccountKey, SavedAccount> kept) {
        kept.forEach((key, one) -> localMember.executor().account(key.name(), one));
        all(() -> {
            accounts.clear();
            return true;
        });
        Map<String, Boolean> names = new TreeMap<>();
        kept.forEach((key, one) -> {
            answer(ask(key, new AccountCommand.Replace(one), true));
            names.put(key.name(), true);
        });
        opened.replaceAll(names);
        Set<String> there = all(accounts::keySet);
        Set<String> marked = opened.all().keySet();
        Stream.concat(
                        there.stream().filter(name -> !marked.contains(name)),
                        marked.stream().filter(name -> !there.contains(name)))
                .forEach(name -> mark(new AccountKey(name), there.contains(name)));
    }

    private static <T> T all(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (RuntimeException failed) {
            throw new StateUnavailableException("not all accounts are available", failed);
        }
    }

    /** Marks the account as open before the result is returned, so that it cannot be lost unnoticed. */
    private @Nullable Object performOrOpen(AccountKey key, AccountCommand command) {
        boolean known = isOpen(key);
        AccountResult answer = ask(key, command, !known);
        if (answer.kind() == AccountResult.Kind.MISSING && !isOpen(key)) {
            return performOrOpen(key, command);
        }
        if (!known) {
            mark(key, true);
        }
        return answer(answer);
    }

    private Optional<Object> performIfOpen(AccountKey key, AccountCommand command) {
        if (!isOpen(key)) {
            return Optional.empty();
        }
        AccountResult answer = ask(key, command, false);
        boolean closed = answer.kind() == AccountResult.Kind.MISSING && !isOpen(key);
        return closed ? Optional.empty() : Optional.of(Objects.requireNonNull(answer(answer)));
    }

    private boolean isOpen(AccountKey key) {
        return opened.get(key.name()) != null;
    }

    private void openAndMark(AccountKey key, AccountCommand command) {
        answer(ask(key, command, true));
        mark(key, true);
    }

    /** Repeats until mark and account agree: another member may open or close the account at the same time. */
    private void mark(AccountKey key, boolean open) {
        boolean marked = !open;
        boolean exists = open;
        while (marked != exists) {
            marked = exists;
            @Nullable Boolean mark = exists ? true : null;
            opened.change(key.name(), before -> mark);
            exists = exists(key);
        }
    }

    private boolean exists(AccountKey key) {
        AccountResult answer = ask(key, new Do(new Operation.GetMoment()), false);
        if (answer.kind() == AccountResult.Kind.MISSING) {
            return false;
        }
        answer(answer);
        return true;
    }

    private AccountResult ask(AccountKey key, AccountCommand command, boolean mayOpen) {
        long end = localMember.nanoTime() + HazelcastConfig.RESPONSE_NANOS;
        while (true) {
            AccountResult answer = tryOnce(key, command, mayOpen, end);
            if (answer.kind() != AccountResult.Kind.NOT_NOW || localMember.nanoTime() - end > 0) {
                return answer;
            }
            scheduler.pause(RETRY_MILLIS);
        }
    }

    /**
     * Acknowledges a change only with an uninterrupted quorum: this member may have paused before Hazelcast sent the change to the backup,
     * and Hazelcast sends nothing to members that it has removed.
     */
    private AccountResult tryOnce(AccountKey key, AccountCommand command, boolean mayOpen, long end) {
        members.awaitQuorum();
        long rejoins = localMember.rejoins();
        localMember.requireQuorum();
        AccountResult answer = send(key, command, mayOpen, end);
        if (!command.onlyReads()) {
            localMember.requireUninterruptedQuorum(rejoins);
        }
        return answer;
    }

    /** Repeats calls that only read. A change with an unknown outcome is never sent twice. */
    private AccountResult send(AccountKey key, AccountCommand command, boolean mayOpen, long end) {
        try {
            AccountProcessor process = AccountProcessor.of(command, mayOpen, localMember);
            return process.answer(accounts.executeOnKey(key.name(), process));
        } catch (IndeterminateOperationStateException | OperationTimeoutException unknown) {
            if (command.onlyReads() && localMember.nanoTime() - end < 0) {
                return AccountResult.of(AccountResult.Kind.NOT_NOW);
            }
            throw new StateUnavailableException("it is unknown whether the change was made", unknown);
        } catch (RuntimeException failed) {
            throw new StateUnavailableException("the account is not available", failed);
        }
    }

    private static @Nullable Object answer(AccountResult answer) {
        return switch (answer.kind()) {
            case DONE -> answer.value();
            case REJECTED -> throw ((AccountResult.Rejection) Objects.requireNonNull(answer.value())).exception();
            case NOT_NOW -> throw new StateUnavailableException("the account is not available", null);
            case MISSING ->
                throw new StateUnavailableException("the account was lost with the members that had it", null);
            case FAILED -> throw new StateUnavailableException("the account failed unexpectedly", null);
        };
    }
}
