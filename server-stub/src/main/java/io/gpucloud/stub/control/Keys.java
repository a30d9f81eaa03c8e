package io.gpucloud.stub.control;

import io.gpucloud.stub.domain.AccountKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The API keys that the stub knows. Each opens the account that is named like it. */
public final class Keys {

    private static final Pattern TENANT = Pattern.compile("tenant-[a-z0-9-]{1,64}");

    private final Map<String, Key> keys = new ConcurrentHashMap<>();
    private final AtomicInteger openTenants = new AtomicInteger();
    private final Tenants tenants;

    /**
     * The keys of the default set-up.
     *
     * @param tenants whether keys of the form {@code tenant-NAME} open accounts of their own
     */
    public Keys(Tenants tenants) {
        this.tenants = tenants;
        keys.put("demo-key", new Key(Status.ACTIVE, Permission.FULL));
        keys.put("demo-key-poor", new Key(Status.ACTIVE, Permission.FULL));
        keys.put("demo-key-read-only", new Key(Status.ACTIVE, Permission.READ_ONLY));
        keys.put("demo-key-disabled", new Key(Status.DISABLED, Permission.FULL));
        keys.put("demo-key-expired", new Key(Status.EXPIRED, Permission.FULL));
    }

    /**
     * Accounts that open on first use.
     *
     * @param enabled whether there are any
     * @param max how many
     */
    public record Tenants(boolean enabled, int max) {}

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

    /** More tenants than the stub may open. */
    public static final class TooManyTenantsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyTenantsException() {
            super(null, null, false, false);
        }
    }

    /**
     * Finds a key; one of the form {@code tenant-NAME} is made on first use.
     *
     * @param token what the caller sent
     * @return the key, or nothing if there is none
     * @throws TooManyTenantsException if it would open one tenant too many
     */
    public Optional<Key> find(String token) {
        Key known = keys.get(token);
        if (known != null || !tenants.enabled() || !TENANT.matcher(token).matches()) {
            return Optional.ofNullable(known);
        }
        return Optional.of(keys.computeIfAbsent(token, this::open));
    }

    /**
     * The account that a key opens.
     *
     * @param token the whole key
     * @return its account
     */
    public AccountKey account(String token) {
        return new AccountKey(token);
    }

    private Key open(String token) {
        if (openTenants.incrementAndGet() > tenants.max()) {
            openTenants.decrementAndGet();
            throw new TooManyTenantsException();
        }
        return new Key(Status.ACTIVE, Permission.FULL);
    }
}
