package io.gpucloud.stub.control;

import io.gpucloud.stub.domain.AccountKey;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The API keys that the stub knows. Each opens the account that is named like it. */
public final class Keys {

    private static final Pattern TENANT = Pattern.compile("tenant-[a-z0-9-]{1,64}");
    private static final Map<String, Key> AT_START = Map.of(
            "demo-key", new Key(Status.ACTIVE, Permission.FULL),
            "demo-key-poor", new Key(Status.ACTIVE, Permission.FULL),
            "demo-key-read-only", new Key(Status.ACTIVE, Permission.READ_ONLY),
            "demo-key-disabled", new Key(Status.DISABLED, Permission.FULL),
            "demo-key-expired", new Key(Status.EXPIRED, Permission.FULL));

    private final Map<String, Key> keys = new ConcurrentHashMap<>(AT_START);
    private final Tokens tokens = new Tokens();

    private final Map<String, Key> asMade = new ConcurrentHashMap<>(AT_START);
    private final Map<String, Long> lastUse = new ConcurrentHashMap<>();
    private final AtomicInteger made = new AtomicInteger();
    private final Tenants tenants;
    private final LongSupplier machineMillis;
    private final Consumer<AccountKey> evicted;

    /**
     * The keys of the default set-up.
     *
     * @param tenants accounts beside those of the default set-up
     * @param machineMillis the machine's time
     * @param evicted told about each account that makes room for others
     */
    public Keys(Tenants tenants, LongSupplier machineMillis, Consumer<AccountKey> evicted) {
        this.tenants = tenants;
        this.machineMillis = machineMillis;
        this.evicted = evicted;
        tokens.replace(AT_START.keySet());
    }

    /**
     * Accounts beside those of the default set-up.
     *
     * @param enabled whether a key of the form {@code tenant-NAME} makes one on first use
     * @param max how many there can be
     * @param idleMillis how long one that was made on first use may go unused before it makes room for others, in the
     *     machine's time; 0 for ever
     */
    public record Tenants(boolean enabled, int max, long idleMillis) {}

    /** What became of a key. */
    public enum Status {
        /** It can be used. */
        ACTIVE,
        /** It was switched off. */
        DISABLED,
        /** Its time is over. */
        EXPIRED
    }

    /** What a key may do. */
    public enum Permission {
        /** Everything. */
        FULL,
        /** Everything that changes nothing. */
        READ_ONLY
    }

    /**
     * A key.
     *
     * @param status what became of it
     * @param permission what it may do
     */
    public record Key(Status status, Permission permission) {}

    /** More keys than the stub may have. */
    public static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyException(int max) {
            super("the stub has as many tenants as it may have: " + max, null, false, false);
        }
    }

    /**
     * Finds a key; one of the form {@code tenant-NAME} is made on first use.
     *
     * @param token what the caller sent
     * @return the key, or nothing if there is none
     * @throws TooManyException if it would be one too many
     */
    public Optional<Key> find(String token) {
        String name = tokens.find(token);
        Key known = name == null ? null : keys.get(name);
        if (known == null && tenants.enabled() && TENANT.matcher(token).matches()) {
            evictIdle();
            known = set(token, null, null);
        }
        if (tenants.idleMillis() > 0 && known != null && token.startsWith("tenant-")) {
            lastUse.put(token, machineMillis.getAsLong());
        }
        return Optional.ofNullable(known);
    }

    private void evictIdle() {
        if (tenants.idleMillis() == 0) {
            return;
        }
        long oldest = machineMillis.getAsLong() - tenants.idleMillis();
        lastUse.forEach((token, used) -> {
            if (used < oldest && lastUse.remove(token, used)) {
                forget(token);
                evicted.accept(account(token));
            }
        });
    }

    /**
     * Makes a key, or changes it; null leaves as it is what is there, and makes an active key that may do everything.
     *
     * @param token the whole key
     * @param status what becomes of it
     * @param permission what it may do
     * @return the key as it is now
     * @throws TooManyException if it would be one too many
     */
    public Key set(String token, @Nullable Status status, @Nullable Permission permission) {
        return keys.compute(token, (name, known) -> {
            Key before = known == null ? new Key(Status.ACTIVE, Permission.FULL) : known;
            Key after = new Key(
                    status == null ? before.status() : status, permission == null ? before.permission() : permission);
            if (known == null) {
                count();
                asMade.put(name, after);
                tokens.add(name);
            }
            return after;
        });
    }

    /**
     * Makes a key what it was when the stub started or when it was made.
     *
     * @param token the whole key
     */
    public void reset(String token) {
        keys.computeIfPresent(token, asMade::getOrDefault);
    }

    /**
     * Forgets a key; one that the stub started with becomes what it was then.
     *
     * @param token the whole key
     */
    public void forget(String token) {
        if (AT_START.containsKey(token)) {
            reset(token);
        } else if (keys.remove(token) != null) {
            asMade.remove(token);
            tokens.remove(token);
            lastUse.remove(token);
            made.decrementAndGet();
        }
    }

    /**
     * Keys that every stub starts with.
     *
     * @return their tokens, in alphabetical order
     */
    public static SortedSet<String> atStart() {
        return new TreeSet<>(AT_START.keySet());
    }

    /** Forgets all keys but those the stub started with, which become what they were then. */
    public void reset() {
        restore(AT_START);
    }

    /**
     * All keys.
     *
     * @return keys by token, in alphabetical order
     */
    public Map<String, Key> all() {
        return new TreeMap<>(keys);
    }

    /**
     * Knows exactly these keys from now on.
     *
     * @param kept keys by token
     */
    public synchronized void restore(Map<String, Key> kept) {
        keys.clear();
        keys.putAll(kept);
        tokens.replace(kept.keySet());
        asMade.clear();
        asMade.putAll(kept);
        asMade.putAll(AT_START);
        made.set((int) kept.keySet().stream()
                .filter(token -> !AT_START.containsKey(token))
                .count());
    }

    /**
     * The account that a key opens.
     *
     * @param token the whole key
     * @return its account
     */
    public static AccountKey account(String token) {
        return new AccountKey(token);
    }

    /**
     * A key as it may be shown.
     *
     * @param token the whole key
     * @return its last four characters, or none of them if it is short
     */
    public static String mask(String token) {
        return token.length() < 12 ? "****" : "****" + token.substring(token.length() - 4);
    }

    private void count() {
        if (made.incrementAndGet() > tenants.max()) {
            made.decrementAndGet();
            throw new TooManyException(tenants.max());
        }
    }
}
