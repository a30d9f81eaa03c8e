package io.gpucloud.stub.auth;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.auth.ApiKey.Permission;
import io.gpucloud.stub.auth.ApiKey.Status;
import io.gpucloud.stub.store.ConflictException;
import io.gpucloud.stub.store.SharedStore;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The API keys of the stub. Each key opens the account of the same name. */
public final class ApiKeys {

    /** The keys that every stub has when it starts. They cannot be deleted. */
    private static final Map<String, ApiKey> PREDEFINED = Map.of(
            "demo-key", new ApiKey(Status.ACTIVE, Permission.FULL),
            "demo-key-poor", new ApiKey(Status.ACTIVE, Permission.FULL),
            "demo-key-read-only", new ApiKey(Status.ACTIVE, Permission.READ_ONLY),
            "demo-key-disabled", new ApiKey(Status.DISABLED, Permission.FULL),
            "demo-key-expired", new ApiKey(Status.EXPIRED, Permission.FULL));

    private final SharedStore<StoredKey> keys;
    private final Tenants tenants;
    private final IdleTracker lastUses;
    private final Consumer<AccountKey> created;
    private final Consumer<AccountKey> evicted;

    /**
     * Creates the keys.
     *
     * @param machineMillis the system time in milliseconds
     * @param created called for each new key before another request can use it, but not for restored keys
     * @param evicted called for each key that was unused for too long, after it was deleted
     * @param keys stores the keys; the predefined ones are added unless they exist
     */
    public ApiKeys(
            Tenants tenants,
            LongSupplier machineMillis,
            Consumer<AccountKey> created,
            Consumer<AccountKey> evicted,
            SharedStore<StoredKey> keys) {
        this.tenants = tenants;
        this.lastUses = new IdleTracker(tenants.idleMillis(), machineMillis);
        this.created = created;
        this.evicted = evicted;
        this.keys = keys;
        PREDEFINED.forEach(
                (token, key) -> keys.change(token, known -> known == null ? created(token, key, key) : known));
    }

    /**
     * Settings for tenant keys.
     *
     * @param enabled whether the first use of a key of the form {@code tenant-NAME} creates it
     * @param idleMillis how long such a key may be unused, in milliseconds of real time, before a new key can replace
     *     it; 0 for no limit
     */
    public record Tenants(boolean enabled, int max, long idleMillis) {}

    /**
     * Finds a key. Creates a key of the form {@code tenant-NAME} on first use.
     *
     * @return the key, or empty if it does not exist
     * @throws ConflictException if the stub has the largest number of keys
     */
    public Optional<ApiKey> find(String token) {
        StoredKey kept = keys.get(token);
        ApiKey known = kept == null ? null : kept.current();
        boolean opens = tenants.enabled() && KeyForm.isTenant(token);
        if (known == null && opens) {
            known = set(token, null, null);
        }
        if (known != null && opens) {
            lastUses.note(token);
        }
        return Optional.ofNullable(known);
    }

    /** Whether a key opens an account, or would with its next request. Does not create it. */
    public boolean opensAccount(String token) {
        return (tenants.enabled() && KeyForm.isTenant(token)) || exists(token);
    }

    /** Whether a key exists. Does not create it. */
    public boolean exists(String token) {
        return keys.get(token) != null;
    }

    /** Evicts before the change of the store, not within it, because an eviction changes the store as well. */
    private void makeRoomFor(String token) {
        if (!exists(token)) {
            lastUses.takeIdle(this::evict);
        }
    }

    private void evict(String token) {
        delete(token);
        evicted.accept(new AccountKey(token));
    }

    /**
     * Creates or changes a key. Null keeps the value of an existing key. A new key is active and permits all operations
     * by default.
     *
     * @param permission the permitted operations
     * @throws ConflictException if the stub has the largest number of keys
     */
    public ApiKey set(String token, @Nullable Status status, @Nullable Permission permission) {
        makeRoomFor(token);
        StoredKey after = keys.change(token, known -> {
            if (known == null) {
                requireRoom();
            }
            ApiKey before = known == null ? new ApiKey(Status.ACTIVE, Permission.FULL) : known.current();
            ApiKey now = new ApiKey(
                    status == null ? before.status() : status, permission == null ? before.permission() : permission);
            return known == null
                    ? created(token, now, initial(token, now))
                    : new StoredKey(token, now, known.initial());
        });
        return Objects.requireNonNull(after).current();
    }

    /**
     * Creates a key unless it exists.
     *
     * @param permission the permitted operations
     * @return whether the key was created; an existing key is not changed
     * @throws ConflictException if the stub has the largest number of keys
     */
    public boolean createIfAbsent(String token, Permission permission) {
        makeRoomFor(token);
        AtomicBoolean created = new AtomicBoolean();
        keys.change(token, known -> {
            created.set(known == null);
            if (known != null) {
                return known;
            }
            requireRoom();
            ApiKey key = new ApiKey(Status.ACTIVE, permission);
            return created(token, key, key);
        });
        return created.get();
    }

    private StoredKey created(String token, ApiKey key, ApiKey initial) {
        created.accept(new AccountKey(token));
        return new StoredKey(token, key, initial);
    }

    /** Resets a key to its value at the start of the stub. A key that was created later becomes active again. */
    public void reset(String token) {
        keys.change(token, known -> known == null ? null : new StoredKey(token, known.initial(), known.initial()));
    }

    /** Deletes a key. A predefined key is reset instead. */
    public void delete(String token) {
        if (PREDEFINED.containsKey(token)) {
            reset(token);
        } else {
            keys.change(token, known -> null);
            lastUses.forget(token);
        }
    }

    /** Deletes all keys except the predefined ones, which are reset. */
    public void reset() {
        restore(PREDEFINED);
    }

    /** Returns all keys by token, in alphabetical order. */
    public Map<String, ApiKey> all() {
        Map<String, ApiKey> all = new TreeMap<>();
        keys.all().values().forEach(known -> all.put(known.token(), known.current()));
        return all;
    }

    /**
     * Replaces all keys. Their initial values are not restored: a reset makes every key active, and every tenant key
     * fully permitted.
     */
    public void restore(Map<String, ApiKey> kept) {
        Map<String, StoredKey> known = new TreeMap<>();
        kept.forEach((token, key) -> known.put(token, new StoredKey(token, key, initial(token, key))));
        keys.replaceAll(known);
        lastUses.noteOnly(kept.keySet().stream()
                .filter(token -> tenants.enabled() && KeyForm.isTenant(token))
                .toList());
    }

    private static ApiKey initial(String token, ApiKey now) {
        Permission permission = KeyForm.isTenant(token) ? Permission.FULL : now.permission();
        return PREDEFINED.getOrDefault(token, new ApiKey(Status.ACTIVE, permission));
    }

    private void requireRoom() {
        long atStart = PREDEFINED.keySet().stream().filter(this::exists).count();
        if (keys.size() - atStart >= tenants.max()) {
            throw new ConflictException(
                    "the stub has the largest number of accounts that stub.tenants.max allows: " + tenants.max());
        }
    }
}
