package io.gpucloud.contract.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The account that one test uses. With {@code --admin} it is a new account of the stub, otherwise the account of the
 * configured API key. Closing the session destroys everything that the test created.
 */
public final class TestSession implements AutoCloseable {

    private final KitContext kit;
    private final ServiceClient service;
    private final @Nullable AdminApi adminApi;

    TestSession(KitContext kit, @Nullable String key) {
        this.kit = kit;
        this.service = new ServiceClient(kit, key);
        this.adminApi = kit.settings().admin() ? new AdminApi(kit, key) : null;
    }

    static TestSession begin(KitContext kit) {
        Settings settings = kit.settings();
        return new TestSession(kit, settings.admin() ? AdminApi.open(kit, AdminApi.WITH_HISTORY) : settings.key());
    }

    /** Whether the session has an account of its own, created through {@code /__admin}. */
    public boolean hasAdminApi() {
        return adminApi != null;
    }

    /** The public API, called with the key of this account. */
    public ServiceClient service() {
        return service;
    }

    /** The {@code /__admin} operations of this account. The kit must run with {@code --admin}. */
    public AdminApi adminApi() {
        return Objects.requireNonNull(adminApi, Settings.NEEDS_ADMIN);
    }

    public InstanceOperations instances() {
        return new InstanceOperations(service, adminApi);
    }

    /** Lets time pass. Returns false if the run is interrupted. */
    public boolean pause(Duration pause) {
        return kit.sleeper().pause(pause);
    }

    /** The time of this machine. */
    public Instant now() {
        return kit.sleeper().now();
    }

    @Override
    public void close() {
        if (adminApi == null) {
            new Cleanup(kit, service).run();
        } else {
            adminApi.close();
        }
    }
}
