package io.gpucloud.contract.kit;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stay in an account: with the administration of a stub in one of its own, else in that of the configured key. At its end
 * all that was created is gone again.
 */
public final class Visit implements AutoCloseable {

    private final Kit kit;
    private final Service service;
    private final @Nullable Administration administration;

    private Visit(Kit kit, Service service, @Nullable Administration administration) {
        this.kit = kit;
        this.service = service;
        this.administration = administration;
    }

    static Visit begin(Kit kit) {
        Settings settings = kit.settings();
        return settings.admin()
                ? of(kit, Administration.open(kit, Map.of()))
                : new Visit(kit, new Service(kit, new Account(settings.key())), null);
    }

    static Visit of(Kit kit, Account account) {
        return new Visit(kit, new Service(kit, account), new Administration(kit, account));
    }

    /** Whether the account is one that the administration of a stub has opened. */
    boolean isAdministered() {
        return administration != null;
    }

    /**
     * The service as the account sees it.
     *
     * @return the service
     */
    public Service service() {
        return service;
    }

    /**
     * The administration of the account.
     *
     * @return the administration
     * @throws NullPointerException if the service is none that is administered
     */
    public Administration administration() {
        return Objects.requireNonNull(administration, Skip.ADMIN);
    }

    /**
     * What the account rents.
     *
     * @return its instances
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
