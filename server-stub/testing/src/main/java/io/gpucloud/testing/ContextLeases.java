package io.gpucloud.testing;

import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.PendingLease;
import java.time.Duration;
import java.util.Collection;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.context.ApplicationContext;

/** The leases of an application context. Not loaded without the client, which is an optional dependency. */
final class ContextLeases {

    private static final Duration PAUSE = Duration.ofSeconds(30);
    /** Together longer than the boot timeout of leases. */
    private static final int PAUSES = 80;

    private ContextLeases() {}

    /** Ends what an earlier test has rented. The leases themselves stay open, because the next test uses them. */
    static void end(ApplicationContext context, StubAccount account) {
        Collection<Leases> all = BeanFactoryUtils.beansOfTypeIncludingAncestors(context, Leases.class, false, false)
                .values();
        if (all.stream().noneMatch(ContextLeases::isInUse)) {
            return;
        }
        account.faults().clear();
        account.endManualMode();
        for (int pause = 0; pause < PAUSES && all.stream().anyMatch(ContextLeases::isInUse); pause++) {
            all.forEach(leases -> leases.openLeases().forEach(InstanceLease::close));
            sleep(account);
        }
    }

    private static boolean isInUse(Leases leases) {
        return !leases.openLeases().isEmpty() || leases.pending().stream().anyMatch(ContextLeases::ends);
    }

    /** An instance that an ended process has left may wait for a decision of the program. */
    private static boolean ends(PendingLease pending) {
        return !pending.recovering();
    }

    private static void sleep(StubAccount account) {
        try {
            account.timer().sleep(PAUSE);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
