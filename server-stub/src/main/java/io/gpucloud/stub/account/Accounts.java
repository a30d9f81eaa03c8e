package io.gpucloud.stub.account;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All accounts of a stub. Every read and every change of an account goes through this interface. Before it, the account
 * applies the events that are due.
 */
public interface Accounts {

    /** Reads an account at the present moment. Opens the account if it is not open. */
    <R> R read(AccountKey key, Function<ReadOnlyAccount, R> reading);

    /**
     * Changes an account at the present moment. Opens the account if it is not open.
     *
     * @param change must call one operation only, because an operation that is rejected does not undo the one before it
     * @throws DomainException if the operation is rejected; due events stay applied, and nothing else has changed
     */
    <R> R change(AccountKey key, Function<Account, R> change);

    /**
     * Reads an account like {@link #read}, but does not open it.
     *
     * @return the result, or empty if the account is not open: before its first use, and after it was closed
     */
    <R> Optional<R> readIfOpen(AccountKey key, Function<ReadOnlyAccount, R> reading);

    /** Changes an account like {@link #change}, or returns empty if the account is not open. */
    <R> Optional<R> changeIfOpen(AccountKey key, Function<Account, R> change);

    /** Returns the keys of the accounts that are open, in alphabetical order. */
    List<AccountKey> open();

    /** Returns the present moment of an account, in epoch seconds. Opens the account if it is not open. */
    default long moment(AccountKey key) {
        return read(key, ReadOnlyAccount::moment);
    }

    /** Opens an account with a seed that applies until the next reset. Replaces the account if it is open. */
    void openFor(AccountKey key, AccountSeed seed);

    /** Returns the seed with which an account is opened and reset. */
    AccountSeed seed(AccountKey key);

    /**
     * Opens an account again. New instances and private images get new identifiers. Opens the account for the first
     * time if it is not open.
     *
     * @param own its own seed from now on, or null for the seed that it has
     */
    void reset(AccountKey key, @Nullable AccountSeed own);

    /** Closes an account and deletes its state. The next use opens it with the seed of the stub. */
    void close(AccountKey key);

    /** Exports an account at its present moment, or returns empty if the account is not open. */
    Optional<SavedAccount> exportIfOpen(AccountKey key);

    /** Replaces an account by an exported one, whose state must be consistent. */
    void restore(AccountKey key, SavedAccount saved);

    /** Replaces all accounts by exported ones, whose states must be consistent. */
    void restoreAll(Map<AccountKey, SavedAccount> saved);

    /**
     * An exported account.
     *
     * @param seed its own seed, or null if it uses the seed of the stub
     */
    record SavedAccount(@Nullable AccountSeed seed, AccountSnapshot state) {}
}
