package io.gpucloud.contract.kit;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/**
 * Observes how a service behaves in everything that a setting of the stub can reproduce. Unlike a test it expects
 * nothing. Observations are independent: if one fails, the profile does not contain its setting.
 */
final class ServiceProfiler {

    private final KitContext kit;
    private final ProfiledService service;
    private final PreflightCheck preflight;
    private final StubProfile profile = new StubProfile();

    private ServiceProfiler(KitContext kit, ProfiledService service, RateLimitRetry.Sleeper sleeper) {
        this.kit = kit;
        this.service = service;
        preflight = new PreflightCheck(kit.settings(), sleeper);
    }

    /** Observes a service, and destroys what it created. */
    static StubProfile run(Settings settings, RateLimitRetry.Sleeper sleeper) {
        KitContext kit = new KitContext(settings, (response, faulty) -> {}, sleeper);
        InstantSource clock = InstantSource.system();
        if (!settings.admin()) {
            AccountUnderTest account = new AccountUnderTest(settings.key());
            return new ServiceProfiler(kit, new ProfiledService(kit, account, null, clock), sleeper).observe();
        }
        AccountUnderTest account = AdminApi.openAsIs(kit, Map.of());
        AdminApi adminApi = new AdminApi(kit, account);
        try {
            return new ServiceProfiler(kit, new ProfiledService(kit, account, adminApi, clock), sleeper).observe();
        } finally {
            adminApi.close();
        }
    }

    private StubProfile observe() {
        // None in runs that cost nothing.
        List<String> before = preflight.instances();
        try {
            observations().forEach(this::attempt);
            if (mayRun()) {
                attempt(() -> new InstanceObservation(service, profile).observe());
            }
        } finally {
            if (!service.hasAdminApi()) {
                destroyInstances(before);
            }
        }
        return profile;
    }

    private List<Runnable> observations() {
        ErrorObservations errors = new ErrorObservations(service, profile);
        ListObservations lists = new ListObservations(service, profile);
        CreationObservation creation = new CreationObservation(service, profile);
        return List.of(
                errors::credentials,
                errors::protocol,
                errors::media,
                lists::pageSizes,
                errors::missingThings,
                errors::unknownThings,
                creation::observe,
                lists::instanceList,
                errors::accounts);
    }

    /** A successful destroy response does not prove that the instance is gone, so the list is compared with the one before the run. */
    private void destroyInstances(List<String> before) {
        try {
            new Cleanup(kit, new ServiceClient(kit, service.account())).run();
            List<String> left = new ArrayList<>(preflight.instances());
            left.removeAll(before);
            left.forEach(instance -> profile.note("LEFT OVER: instance " + instance + " is new and still listed"));
        } catch (ContractViolationError | UnreachableException left) {
            profile.note("LEFT OVER: " + kit.secrets().mask(String.valueOf(left.getMessage())));
        }
    }

    private void attempt(Runnable observation) {
        try {
            observation.run();
        } catch (ContractViolationError | TestAbortedException unobserved) {
            // The profile lists the assumptions that were not observed.
        }
    }

    /** Whether an instance may run for minutes. An instance is never kept for an hour. */
    private boolean mayRun() {
        if (service.hasAdminApi()) {
            return true;
        }
        BigDecimal allowed = kit.settings().allowCost();
        return allowed != null
                && service.gpu()
                        .map(gpu -> gpu.at("/price/hour"))
                        .filter(price -> price.decimalValue().compareTo(allowed) <= 0)
                        .isPresent();
    }
}
