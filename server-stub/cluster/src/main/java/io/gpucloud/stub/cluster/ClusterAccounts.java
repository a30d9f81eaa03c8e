package io.gpucloud.stub.cluster;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.UnavailableException;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.cluster.AccountCall.Do;
import io.gpucloud.stub.store.SharedStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Accounts that live on the members of a cluster, each on one of them, with a copy on another. Every member knows which
 * accounts are open: one that is open and cannot be found was lost, and is not opened afresh.
 */
final class ClusterAccounts implements Accounts {

    private static final long AGAIN_MILLIS = 50;

    private final IMap<String, AccountCell> accounts;
    private final SharedStore<Boolean> opened;
    private final Members members;
    private final Here here;
    private final Scheduler waits;

    ClusterAccounts(Members members, SharedStore<Boolean> opened, Scheduler waits) {
        accounts = members.accounts();
        this.members = members;
        here = members.here();
        this.opened = opened;
        this.waits = waits;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> R perform(AccountKey key, Operation<R> operation) {
        return (R) Objects.requireNonNull(usual(key, new Do(operation)));
    }

    @Override
    public List<AccountKey> open() {
        return opened.all().keySet().stream().map(AccountKey::new).toList();
    }

    @Override
    public boolean isOpen(AccountKey key) {
        return opened.get(key.name()) != null;
    }

    @Override
    public void open(AccountKey key, AccountSeed seed) {
        anew(key, new AccountCall.Open(seed));
    }

    @Override
    public void openFor(AccountKey key, AccountSeed seed) {
        anew(key, new AccountCall.OpenFor(seed));
    }

    @Override
    public void reset(AccountKey key) {
        anew(key, new AccountCall.Reset());
    }

    @Override
    public void close(AccountKey key) {
        answer(ask(key, new AccountCall.Close(), true));
        mark(key, false);
    }

    @Override
    public SavedAccount export(AccountKey key) {
        return (SavedAccount) Objects.requireNonNull(usual(key, new AccountCall.Take()));
    }

    @Override
    public void restore(AccountKey key, SavedAccount kept) {
        here.residence().account(key.name(), kept);
        anew(key, new AccountCall.Put(kept));
    }

    @Override
    public void restoreAll(Map<AccountKey, SavedAccount> kept) {
        kept.forEach((key, one) -> here.residence().account(key.name(), one));
        all(() -> {
            accounts.clear();
            return true;
        });
        Map<String, Boolean> names = new TreeMap<>();
        kept.forEach((key, one) -> {
            answer(ask(key, new AccountCall.Put(one), true));
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
            throw new UnavailableException("not all accounts can be reached", failed);
        }
    }

    /** What is answered was done to an account that every member knows to be open: so it cannot be lost unnoticed. */
    private @Nullable Object usual(AccountKey key, AccountCall call) {
        boolean known = isOpen(key);
        Answer answer = ask(key, call, !known);
        if (answer.kind() == Answer.Kind.MISSING && !isOpen(key)) {
            return usual(key, call);
        }
        if (!known) {
            mark(key, true);
        }
        return answer(answer);
    }

    private void anew(AccountKey key, AccountCall call) {
        answer(ask(key, call, true));
        mark(key, true);
    }

    /** An account and its mark are changed one after the other, and others may come between: the mark follows the account. */
    private void mark(AccountKey key, boolean open) {
        boolean marked = !open;
        boolean isThere = open;
        while (marked != isThere) {
            marked = isThere;
            @Nullable Boolean mark = isThere ? true : null;
            opened.change(key.name(), before -> mark);
            isThere = isThere(key);
        }
    }

    private boolean isThere(AccountKey key) {
        Answer answer = ask(key, new Do(new Operation.GetMoment()), false);
        if (answer.kind() == Answer.Kind.MISSING) {
            return false;
        }
        answer(answer);
        return true;
    }

    private Answer ask(AccountKey key, AccountCall call, boolean mayOpen) {
        long end = here.nanoTime() + Engine.PATIENCE_NANOS;
        while (true) {
            Answer answer = askOnce(key, call, mayOpen, end);
            if (answer.kind() != Answer.Kind.NOT_NOW || here.nanoTime() - end > 0) {
                return answer;
            }
            waits.pause(AGAIN_MILLIS);
        }
    }

    /**
     * A change is acknowledged by a member that is still sure of itself: it may have paused before the engine sent copies, and
     * to members that were given up meanwhile the engine sends none.
     */
    private Answer askOnce(AccountKey key, AccountCall call, boolean mayOpen, long end) {
        members.awaitSure();
        long merges = here.merges();
        here.requireSure();
        Answer answer = send(key, call, mayOpen, end);
        if (!call.onlyReads()) {
            here.requireStillSure(merges);
        }
        return answer;
    }

    /** What only reads is asked again. Of anything else nobody knows whether it was done, so it is never sent twice. */
    private Answer send(AccountKey key, AccountCall call, boolean mayOpen, long end) {
        try {
            AccountProcess process = AccountProcess.of(call, mayOpen, here);
            return process.answer(accounts.executeOnKey(key.name(), process));
        } catch (IndeterminateOperationStateException | OperationTimeoutException unknown) {
            if (call.onlyReads() && here.nanoTime() - end < 0) {
                return Answer.of(Answer.Kind.NOT_NOW);
            }
            throw new UnavailableException("nobody knows whether it was done", unknown);
        } catch (RuntimeException failed) {
            throw new UnavailableException("the account cannot be reached", failed);
        }
    }

    private static @Nullable Object answer(Answer answer) {
        return switch (answer.kind()) {
            case DONE -> answer.value();
            case REFUSED -> throw ((Answer.Refused) Objects.requireNonNull(answer.value())).exception();
            case NOT_NOW -> throw new UnavailableException("the account cannot be reached", null);
            case MISSING -> throw new UnavailableException("the account was lost with those who kept it", null);
            case FAILED -> throw new UnavailableException("the account failed", null);
        };
    }
}
