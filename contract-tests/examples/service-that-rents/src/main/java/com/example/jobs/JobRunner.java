package com.example.jobs;

import com.example.jobs.Job.State;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.LeasesClosedException;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SpendingLimitException;
import io.gpucloud.client.lease.TagInUseException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Does what the table says with the leases of this replica, and writes into the table what becomes of them. */
@Component
class JobRunner {

    private static final BigDecimal HIGHEST_PRICE = new BigDecimal("10");

    private final JobTable jobs;
    private final Leases leases;

    /** The rentals of the jobs that this replica is starting. */
    private final Map<String, CompletableFuture<InstanceLease>> starting = new ConcurrentHashMap<>();

    JobRunner(JobTable jobs, Leases leases) {
        this.jobs = jobs;
        this.leases = leases;
    }

    @Scheduled(fixedDelayString = "${jobs.interval:30s}")
    void work() {
        List<Job> leasedBefore = Stream.of(State.RUNNING, State.ENDING)
                .flatMap(state -> jobs.in(state).stream())
                .toList();
        // Read after the table: a job that runs has been in the journal before. It has the leases of all replicas.
        Set<String> leased = Stream.of(
                        leases.journal().stream().map(JournalEntry::tag),
                        leases.openLeases().stream().map(InstanceLease::tag),
                        starting.keySet().stream())
                .flatMap(tags -> tags)
                .collect(Collectors.toSet());
        leasedBefore.stream()
                .filter(job -> job.state() == State.ENDING)
                .map(job -> starting.get(job.id()))
                .filter(Objects::nonNull)
                .forEach(rental -> rental.cancel(true));
        leasedBefore.stream()
                .filter(job -> !leased.contains(job.id()))
                .forEach(job -> jobs.over(job.id(), job.instance(), State.LOST, "no lease has it"));
        for (InstanceLease lease : leases.openLeases()) {
            jobs.runs(lease.tag(), lease.instanceUuid());
            boolean runs = jobs.find(lease.tag())
                    .filter(job -> job.state() == State.RUNNING)
                    .isPresent();
            if (!runs) {
                lease.closeAsync();
            }
        }
        jobs.in(State.QUEUED).forEach(job -> start(job.id()));
    }

    private synchronized void start(String id) {
        if (starting.containsKey(id)) {
            return;
        }
        // Read after the map, which may have had it until now.
        Optional<Job> queued = jobs.find(id).filter(job -> job.state() == State.QUEUED);
        queued.ifPresent(job -> {
            CompletableFuture<InstanceLease> rental = rent(job);
            starting.put(id, rental);
            rental.whenComplete((lease, failure) -> {
                if (failure != null) {
                    failed(id, failure);
                }
                starting.remove(id);
            });
        });
    }

    private CompletableFuture<InstanceLease> rent(Job job) {
        try {
            RentalPlan plan = RentalPlan.builder()
                    .podUuid(job.pod())
                    .maxHourlyPrice(HIGHEST_PRICE)
                    .maxLifetime(Duration.ofHours(job.hours()))
                    .tag(job.id())
                    .data(Map.of("hours", String.valueOf(job.hours())))
                    .build();
            return leases.rentAsync(plan);
        } catch (IllegalArgumentException invalid) {
            return CompletableFuture.failedFuture(invalid);
        }
    }

    private void failed(String id, Throwable failure) {
        if (failure instanceof TagInUseException || failure instanceof LeasesClosedException) {
            // Another replica has it, or the next start begins it.
            return;
        }
        boolean again = failure instanceof NoMatchingGpuException || failure instanceof SpendingLimitException;
        boolean unknown = failure instanceof CreationOutcomeUnknownException;
        jobs.notStarted(id, again ? State.QUEUED : unknown ? State.UNKNOWN : State.FAILED, failure.getMessage());
    }

    @EventListener
    void onEvent(LeaseEvent event) {
        String id = event.tag();
        switch (event.type()) {
            case RUNNING, RECOVERED, TAKEN_OVER -> jobs.runs(id, event.instanceUuid());
            case LOST -> jobs.over(id, event.instanceUuid(), State.LOST, "its instance is gone");
            case ENDED -> jobs.over(id, event.instanceUuid(), State.ENDED, null);
            default -> {}
        }
    }
}
