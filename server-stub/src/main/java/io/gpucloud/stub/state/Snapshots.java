package io.gpucloud.stub.state;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.Effect;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.store.ConflictException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/** Exports the state of a stub, and restores it in a stub with the same seed, rules and format. */
public final class Snapshots {

    private final Accounts accounts;
    private final StubClock clock;
    private final ApiKeys keys;
    private final FaultRegistry faults;
    private final RateLimiter limits;
    private final Rules rules;
    /** Computed on demand: serializing a seed takes a large part of the start, and few stubs need it. */
    private final SingletonSupplier<Map<String, String>> exchangeRules;

    public Snapshots(
            Accounts accounts,
            StubClock clock,
            ApiKeys keys,
            FaultRegistry faults,
            RateLimiter limits,
            Seeds seeds,
            Rules rules) {
        this.accounts = accounts;
        this.clock = clock;
        this.keys = keys;
        this.faults = faults;
        this.limits = limits;
        this.rules = rules;
        exchangeRules = SingletonSupplier.of(() -> ExchangeRules.of(seeds, rules));
    }

    /**
     * The state of a stub.
     *
     * @param rules what a stub needs to restore it, see {@link ExchangeRules}
     * @param clocks the settings of the clocks, not the moments that they show
     */
    public record StubState(
            Map<String, String> rules,
            StubClock.Settings clocks,
            Map<String, ApiKey> keys,
            FaultRegistry.State faults,
            Map<String, Accounts.SavedAccount> accounts) {}

    /**
     * The state of one account.
     *
     * @param rules what a stub needs to restore it, see {@link ExchangeRules}
     * @param clock the setting of the account's clock, or null if it follows the clock of the stub
     * @param faults response faults that name the key of the account
     */
    public record OneAccount(
            Map<String, String> rules,
            Accounts.SavedAccount account,
            StubClock.@Nullable Setting clock,
            List<Fault<ResponseEffect>> faults) {}

    /** Exports the whole state, every account at its present moment. */
    public StubState export() {
        Map<String, Accounts.SavedAccount> kept = new TreeMap<>();
        for (AccountKey key : accounts.open()) {
            accounts.exportIfOpen(key).ifPresent(account -> kept.put(key.name(), account));
        }
        return new StubState(exchangeRules.obtain(), clock.settings(), keys.all(), faults.export(), kept);
    }

    /**
     * Replaces the whole state. Request counters start again.
     *
     * @throws ConflictException if the rules differ; nothing has changed then
     * @throws IllegalArgumentException if an account is inconsistent; nothing has changed then
     */
    public void restore(StubState state) {
        require(state.rules());
        Map<AccountKey, Accounts.SavedAccount> kept = new HashMap<>();
        state.accounts().forEach((name, account) -> kept.put(new AccountKey(name), account));
        kept.forEach(this::requireCoherence);
        // Clocks first: the moment of an account never goes back, and a request in between must not apply the old time
        // to a restored account.
        clock.restore(state.clocks());
        accounts.restoreAll(kept);
        keys.restore(state.keys());
        faults.restore(state.faults());
        limits.reset();
    }

    /**
     * Exports one account at its present moment. Opens the account if it is not open.
     *
     * @throws ConflictException if the account is deleted meanwhile
     */
    public OneAccount export(AccountKey key) {
        accounts.moment(key);
        Accounts.SavedAccount account = accounts.exportIfOpen(key)
                .orElseThrow(() -> new ConflictException("the account was deleted meanwhile"));
        return new OneAccount(exchangeRules.obtain(), account, clock.own(key), faults.ofKey(key.name()));
    }

    /**
     * Replaces one account, and the response faults that name its key. Its request counters start again. Its faults get
     * new identifiers if other faults now use the old ones.
     *
     * @throws ConflictException if the rules differ; nothing has changed then
     */
    public void restore(AccountKey key, OneAccount one) {
        require(one.rules());
        Accounts.SavedAccount saved = one.account();
        requireCoherence(key, saved);
        Stream.concat(saved.state().faults().stream(), one.faults().stream())
                .map(Fault::id)
                .mapToLong(FaultRegistry::number)
                .max()
                .ifPresent(faults::skipTo);
        Set<String> taken = idsOfOthers(key);
        List<Fault<LifecycleEffect>> own = renamed(saved.state().faults(), taken);
        clock.restore(key, one.clock());
        accounts.restore(
                key, new Accounts.SavedAccount(saved.seed(), saved.state().withFaults(own)));
        faults.replaceByKey(key.name(), renamed(one.faults(), taken));
        limits.forget(key.name());
    }

    /** Identifiers of faults stay unique, so that a removal by identifier removes one fault only. */
    private <E extends Effect> List<Fault<E>> renamed(List<Fault<E>> put, Set<String> taken) {
        return put.stream()
                .map(fault -> taken.contains(fault.id()) ? fault.withId(faults.nextId()) : fault)
                .toList();
    }

    private Set<String> idsOfOthers(AccountKey key) {
        Stream<String> ofAccounts = accounts.open().stream()
                .filter(other -> !other.equals(key))
                .flatMap(other -> accounts.readIfOpen(other, ReadOnlyAccount::listFaults).stream())
                .flatMap(List::stream)
                .map(Fault::id);
        Set<Fault<ResponseEffect>> own = Set.copyOf(faults.ofKey(key.name()));
        Stream<String> ofOtherKeys =
                faults.list().stream().filter(fault -> !own.contains(fault)).map(Fault::id);
        return Stream.concat(ofOtherKeys, ofAccounts).collect(Collectors.toSet());
    }

    private void requireCoherence(AccountKey key, Accounts.SavedAccount kept) {
        if (kept.seed() != null) {
            kept.seed().requireFit(rules.catalog());
        }
        new Account(key, rules, kept.state(), 0);
    }

    private void require(Map<String, String> theirs) {
        ExchangeRules.difference(theirs, exchangeRules.obtain()).ifPresent(difference -> {
            throw new ConflictException("it was taken from a stub with " + difference);
        });
    }
}
