package io.gpucloud.contract.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stay in an account: with the administration of a stub in one of its own, else in that of the configured key. At its end
 * all that was created is gone again.
 */
public final class Visit implements AutoCloseable {

    private final Service service;
    private final @Nullable Administration administration;

    private Visit(Service service, @Nullable Administration administration) {
        this.service = service;
        this.administration = administration;
    }

    static Visit begin(Kit kit) {
        Settings settings = kit.settings();
        return settings.admin()
                ? of(kit, Administration.open(kit, Map.of()))
                : new Visit(new Service(kit, new Account(settings.key())), null);
    }

    static Visit of(Kit kit, Account account) {
        return new Visit(new Service(kit, account), new Administration(kit, account));
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
            destroyAll();
        } else {
            administration.close();
        }
    }

    private void destroyAll() {
        List<String> left = new ArrayList<>();
        for (String instance : service.account().instances()) {
            if (!service.destroy(instance).isSuccess()) {
                left.add(instance);
            }
        }
        String source = Spec.PUBLIC.operation("destroyInstance").place().cite();
        Expect.that(left.isEmpty(), "what was created", "to be destroyed at the end", "still there: " + left, source);
    }
}
