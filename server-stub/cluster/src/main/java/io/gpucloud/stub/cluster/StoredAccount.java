package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.AccountSnapshot;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.Rules;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** An account on the member that owns it, or its backup. Hazelcast lets one thread at a time use it. */
final class StoredAccount {

    private final String name;
    private final @Nullable AccountSeed seed;
    private final Account account;
    private long term;
    private long version;

    StoredAccount(String name, @Nullable AccountSeed seed, Account account, long term, long version) {
        this.name = name;
        this.seed = seed;
        this.account = account;
        this.term = term;
        this.version = version;
    }

    /**
     * A serialized account. It is sent when a backup is made.
     *
     * @param term the term in which it was last changed, see {@link TermTracker}
     * @param version the number of its changes
     */
    record Image(String name, @Nullable AccountSeed seed, AccountSnapshot state, long term, long version) {

        /** Orders copies of one account by age. */
        static final Comparator<Image> BY_AGE =
                Comparator.comparingLong(Image::term).thenComparingLong(Image::version);

        StoredAccount stored(Rules rules) {
            return new StoredAccount(name, seed, new Account(new AccountKey(name), rules, state), term, version);
        }
    }

    static long versionOf(@Nullable StoredAccount stored) {
        return stored == null ? 0 : stored.version;
    }

    static @Nullable AccountSeed seedOf(@Nullable StoredAccount stored) {
        return stored == null ? null : stored.seed;
    }

    @Nullable
    AccountSeed seed() {
        return seed;
    }

    Account account() {
        return account;
    }

    void version(long now) {
        version = now;
    }

    long term() {
        return term;
    }

    /** Records a change in a term. A higher term, from the member that owned the account before, is kept. */
    void changedIn(long inTerm) {
        term = Math.max(term, inTerm);
    }

    /** The time of the account in seconds since 1970. Reading does not advance it. */
    long moment() {
        return account.perform(new Operation.GetMoment(), 0).orThrow();
    }

    Image image() {
        return new Image(name, seed, account.perform(new Operation.Export(), 0).orThrow(), term, version);
    }
}
