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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Does what the table says with the leases of this replica, and writes into the table what becomes of them. */
@Component
class JobRunner {

    private final JobTable jobs;
    private final Leases leases;

    /** The jobs that this replica is starting. */
    private final Set<String> starting = ConcurrentHashMap.newKeySet();

    JobRunner(JobTable jobs, Leases leases) {
        this.jobs = jobs;
        this.leases = leases;
    }

    @Scheduled(fixedDelayString = "${jobs.interval:30s}")
    void work() {
        List<Job> running = jobs.in(State.RUNNING);
        Set<String> ending = jobs.in(State.ENDING).stream().map(Job::id).collect(Collectors.toSet());
        // Read after the table: a job that runs has been in the journal before. It has the leases of all replicas.
        Set<String> leased = leases.journal().stream().map(JournalEntry::tag).collect(Collectors.toSet());
        running.stream()
                .filter(job -> !leased.contains(job.id()))
                .forEach(job -> jobs.change(job.id(), State.LOST, null, "no lease has it", State.RUNNING));
        ending.stream()
                .filter(id -> !leased.contains(id))
                .forEach(id -> jobs.change(id, State.ENDED, null, null, State.ENDING));
        for (InstanceLease lease : leases.openLeases()) {
            if (ending.contains(lease.tag())) {
                lease.closeAsync();
            } else {
                runs(lease.tag(), lease.instanceUuid());
            }
        }
        jobs.in(State.QUEUED).forEach(this::start);
    }

    private void start(Job job) {
        if (!starting.add(job.id())) {
            return;
        }
        RentalPlan plan = RentalPlan.builder()
                .podUuid(job.pod())
                .maxLifetime(Duration.ofHours(job.hours()))
                .tag(job.id())
                .data(Map.of("hours", String.valueOf(job.hours())))
                .build();
        leases.rentAsync(plan).whenComplete((lease, failure) -> {
            starting.remove(job.id());
            if (failure != null) {
                failed(job.id(), failure);
            }
        });
    }

    private void failed(String id, Throwable failure) {
        if (failure instanceof TagInUseException || failure instanceof LeasesClosedException) {
            // Another replica has it, or the next start begins it.
            return;
        }
        boolean again = failure instanceof NoMatchingGpuException || failure instanceof SpendingLimitException;
        boolean unknown = failure instanceof CreationOutcomeUnknownException;
        State state = again ? State.QUEUED : unknown ? State.UNKNOWN : State.FAILED;
        jobs.change(id, state, null, failure.getMessage(), State.QUEUED);
    }

    private void runs(String id, String instance) {
        jobs.change(id, State.RUNNING, instance, null, State.QUEUED, State.RUNNING);
    }

    @EventListener
    void onEvent(LeaseEvent event) {
        String id = event.tag();
        switch (event.type()) {
            case RUNNING, RECOVERED, TAKEN_OVER -> runs(id, event.instanceUuid());
            case LOST -> jobs.change(id, State.LOST, null, "its instance is gone", State.RUNNING);
            case ENDED -> jobs.change(id, State.ENDED, null, null, State.RUNNING, State.ENDING);
            default -> {}
        }
    }
}
