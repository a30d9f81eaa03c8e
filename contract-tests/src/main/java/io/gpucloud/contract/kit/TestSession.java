package io.gpucloud.contract.kit;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The account that one test uses. With {@code --admin} it is a new account of the stub, otherwise the account of the configured
 * API key. Closing the session destroys everything that the test created.
 */
public final class TestSession implements AutoCloseable {

    private final Kit kit;
    private final Service service;
    private final @Nullable Administration administration;

    private TestSession(Kit kit, Service service, @Nullable Administration administration) {
        this.kit = kit;
        this.service = service;
        this.administration = administration;
    }

    static TestSession begin(Kit kit) {
        Settings settings = kit.settings();
        return settings.admin()
                ? of(kit, Administration.open(kit, Map.of()))
                : new TestSession(kit, new Service(kit, new Account(settings.key())), null);
    }

    static TestSession of(Kit kit, Account account) {
        return new TestSession(kit, new Service(kit, account), new Administration(kit, account));
    }

    /** Whether the session has an account of its own, created through {@code /__admin}. */
    boolean isAdministered() {
        return administration != null;
    }

    /**
     * The public API, called with the key of this account.
     *
     * @return the service
     */
    public Service service() {
        return service;
    }

    /**
     * The {@code /__admin} operations of this account.
     *
     * @return the administration
     * @throws NullPointerException if the kit runs without {@code --admin}
     */
    public Administration administration() {
        return Objects.requireNonNull(administration, Skip.ADMIN);
    }

    /**
     * The instances of this account.
     *
     * @return the instances
     */
    public Rentals rentals() {
        return new Rentals(service, administration);
    }

    @Override
    public void close() {
        if (administration == null) {
            new Cleanup(kit, service).run();
        } else {
            administration.close();
        }
    }
}
