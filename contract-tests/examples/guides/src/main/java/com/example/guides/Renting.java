package com.example.guides;

import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.SweepPreview;
import java.math.BigDecimal;
import java.time.Duration;

/** The code of the README and of the guide "Avoid orphaned instances". */
class Renting {

    private Renting() {}

    static void rent(Leases leases, String podUuid) {
        RentalPlan plan = RentalPlan.builder()
                .podUuid(podUuid)
                .maxLifetime(Duration.ofHours(1))
                .maxHourlyPrice(new BigDecimal("4.00"))
                .build();
        try (InstanceLease lease = leases.rent(plan)) {
            System.out.println(lease.instance().gpuName() + " until " + lease.endsAt() + " at "
                    + lease.instance().serverUrls());
        }
    }

    static void rentOrReport(Leases leases, RentalPlan plan) {
        try (InstanceLease lease = leases.rent(plan)) {
            System.out.println("rented " + lease.instanceUuid());
        } catch (CreationOutcomeUnknownException unknown) {
            System.err.println("Destroy the one of these that is yours: " + unknown.candidates());
        } catch (InstanceNotDestroyedException left) {
            System.err.println("May still cost money, destroy it by hand: " + left.instanceUuid());
        }
    }

    static void sweep(Leases leases) {
        SweepPreview preview = leases.sweep(SweepCriteria.olderThan(Duration.ofHours(6)));
        preview.found().forEach(instance -> System.out.println("orphan: " + instance.instanceUuid()));
        preview.skipped()
                .forEach(skipped ->
                        System.out.println("skipped: " + skipped.instance().instanceUuid() + ", " + skipped.reason()));
        preview.destroy();
    }

    static void sweepAll(Leases leases) {
        leases.sweep(SweepCriteria.olderThan(Duration.ofHours(6)).includeOtherOwners())
                .destroy();
    }
}
