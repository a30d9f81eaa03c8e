package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Create requests that ended processes may or may not have sent. An instance counts as theirs only if it has the title that the
 * attempt wanted, or if it is the only one that fits, and nothing suggests that another program made it.
 */
final class OpenAttempts {

    private final LeaseOptions options;
    /** Attempts that may also have made an instance, but whose instance must not be taken. */
    private final List<Creating> others;

    /** Whether the list shows every instance. If not, a single candidate may not be the only one. */
    private final boolean complete;

    /** {@code others}: attempts of live processes, and those of which the outcome was reported as unknown. */
    OpenAttempts(LeaseOptions options, List<Creating> others, boolean complete) {
        this.options = options;
        this.others = others;
        this.complete = complete;
    }

    /** The instances that an attempt made, for certain. {@code listed}: the whole list; {@code free}: those that belong to no lease. */
    List<Instance> madeBy(Creating attempt, List<Instance> listed, List<Instance> free) {
        List<Instance> titled = free.stream()
                .filter(instance -> carriesTitle(attempt, instance))
                .toList();
        if (titled.size() == 1) {
            return titled;
        }
        List<Instance> matching = matching(attempt, free);
        boolean contested =
                others.stream().anyMatch(other -> matching.stream().anyMatch(instance -> mayHaveMade(other, instance)));
        boolean ours = complete && matching.size() == 1 && !contested && isSameAccount(attempt, listed);
        return ours ? matching : List.of();
    }

    /** The instances that an attempt may have made, and that another program may have made as well. */
    List<Instance> candidates(Creating attempt, List<Instance> free) {
        return free.stream().filter(instance -> mayHaveMade(attempt, instance)).toList();
    }

    private List<Instance> matching(Creating attempt, List<Instance> free) {
        return free.stream().filter(instance -> matches(attempt, instance)).toList();
    }

    /** Here a missing value agrees with none: what is not known to fit is not destroyed. */
    private boolean matches(Creating attempt, Instance instance) {
        InstanceRequest request = attempt.request();
        String source = request.podUuid() == null ? request.imageUuid() : request.podUuid();
        return isNew(attempt, instance)
                && request.gpuUuid().equals(instance.gpuUuid())
                && Objects.equals(request.gpuCount(), instance.gpuCount())
                && Objects.equals(source, instance.imageUuid())
                && (request.podTag() == null || request.podTag().equals(instance.imageTag()))
                && !isRenamed(instance);
    }

    private boolean mayHaveMade(Creating attempt, Instance instance) {
        boolean isNew = instance.createTime() == null
                ? !attempt.before().contains(instance.instanceUuid())
                : isNew(attempt, instance);
        return isNew && attempt.request().fits(instance);
    }

    private boolean isNew(Creating attempt, Instance instance) {
        Instant created = instance.createTime();
        return !attempt.before().contains(instance.instanceUuid())
                && created != null
                && !created.isBefore(
                        attempt.at().minus(options.clockTolerance()).minusSeconds(1))
                && !created.isAfter(attempt.at().plus(options.window()).plus(options.clockTolerance()));
    }

    private boolean carriesTitle(Creating attempt, Instance instance) {
        return attempt.title() != null && attempt.title().equals(instance.title()) && isNew(attempt, instance);
    }

    /** The stub gives a new instance the name of its image. Any other title was set by a program or a person. */
    private static boolean isRenamed(Instance instance) {
        String title = instance.title();
        return title != null && !title.isBlank() && !title.equals(instance.imageName());
    }

    /**
     * Whether the list may be of the account that the attempt was made in: what was listed before the attempt must contain every
     * instance that is clearly older than the attempt.
     */
    private boolean isSameAccount(Creating attempt, List<Instance> listed) {
        Instant limit = attempt.at().minus(options.clockTolerance()).minus(options.window());
        Set<String> older = listed.stream()
                .filter(instance ->
                        instance.createTime() != null && instance.createTime().isBefore(limit))
                .map(Instance::instanceUuid)
                .collect(Collectors.toSet());
        return attempt.before().containsAll(older);
    }
}
