package io.gpucloud.stub.account;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
     * @throws DomainException if the operation is refused; what had come due stays applied, nothing else has changed
     */
    <R> R perform(AccountKey key, Operation<R> operation);

    /**
     * The accounts that are open.
     *
     * @return their names, in alphabetical order
     */
    List<AccountKey> open();

    /**
     * Whether an account is open.
     *
     * @param key the account
     * @return false before it is first named, and after it was closed
     */
    boolean isOpen(AccountKey key);

    /**
     * Opens an account that owns what a seed says, now and whenever it is reset; what it was is gone.
     *
     * @param key the account
     * @param seed what it owns
     */
    void open(AccountKey key, AccountSeed seed);

    /**
     * Opens an account anew with what a seed says, until it is reset; what it was is gone.
     *
     * @param key the account
     * @param seed what it owns for now
     */
    void openFor(AccountKey key, AccountSeed seed);

    /**
     * Opens an account anew, with what it owned when it first opened.
     *
     * @param key the account
     */
    void reset(AccountKey key);

    /**
     * Closes an account; what it was is gone. It opens again when it is named, with what all accounts own.
     *
     * @param key the account
     */
    void close(AccountKey key);

    /**
     * Takes an account out as it is at its present moment.
     *
     * @param key the account
     * @return all that it is
     */
    Kept take(AccountKey key);

    /**
     * Puts an account in as it was; what it is now is gone.
     *
     * @param key the account
     * @param kept all that it was
     * @throws IllegalArgumentException if it does not hang together; nothing has changed then
     */
    void put(AccountKey key, Kept kept);

    /**
     * Puts these accounts in as they were; all that are open now are gone.
     *
     * @param kept accounts by name
     * @throws IllegalArgumentException if one of them does not hang together; nothing has changed then
     */
    void putAll(Map<AccountKey, Kept> kept);

    /**
     * All that an account is, and what it goes back to.
     *
     * @param seed a seed of its own, or null if it has none
     * @param state its state
     */
    record Kept(@Nullable AccountSeed seed, AccountSnapshot state) {}
}
