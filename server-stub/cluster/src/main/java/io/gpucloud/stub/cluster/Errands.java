package io.gpucloud.stub.cluster;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.core.MemberLeftException;
import io.gpucloud.stub.account.UnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has things done on members of the cluster. */
final class Errands {

    private static final Logger LOG = LoggerFactory.getLogger(Errands.class);

    /** Longer than it takes to give a member up. */
    private static final long PATIENCE_MILLIS = 20_000;

    private final IExecutorService runners;
    private final Cluster cluster;
    private final Here here;

    Errands(IExecutorService runners, Cluster cluster, Here here) {
        this.runners = runners;
        this.cluster = cluster;
        this.here = here;
    }

    Here here() {
        return here;
    }

    /**
     * Has it done on every member, waits, and answers how many have done it. A member that leaves meanwhile has nothing to be
     * told any more; one that comes asks by itself.
     */
    int everywhere(Errand errand) {
        return collect(send(errand, cluster.getMembers()), PATIENCE_MILLIS, true)
                .size();
    }

    /** Has it done on every other member, some time. */
    void elsewhereLater(Errand errand) {
        send(errand, others());
    }

    /** Has it done on every other member, and answers what those say that are there. */
    List<Object> elsewhere(Errand errand, long millis) {
        List<@Nullable Object> answers = collect(send(errand, others()), millis, false);
        return answers.stream().filter(Objects::nonNull).toList();
    }

    private List<Member> others() {
        return cluster.getMembers().stream()
                .filter(member -> !member.localMember())
                .toList();
    }

    private Map<Member, Future<Parcel>> send(Errand errand, Collection<Member> members) {
        Map<Member, Future<Parcel>> sent = new LinkedHashMap<>();
        for (Member member : members) {
            try {
                sent.put(member, runners.submitToMember(new Task(errand, here), member));
            } catch (RejectedExecutionException left) {
                LOG.debug("{} has just left", member, left);
            }
        }
        return sent;
    }

    private List<@Nullable Object> collect(Map<Member, Future<Parcel>> sent, long millis, boolean allOfThem) {
        List<@Nullable Object> answers = new ArrayList<>();
        long end = here.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (Map.Entry<Member, Future<Parcel>> one : sent.entrySet()) {
            try {
                answers.add(one.getValue()
                        .get(Math.max(1, end - here.nanoTime()), TimeUnit.NANOSECONDS)
                        .content());
            } catch (ExecutionException | TimeoutException failed) {
                if (allOfThem && !hasLeft(one.getKey(), failed)) {
                    throw new UnavailableException("a member has not been told", failed);
                }
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                throw new UnavailableException("stopping", stopping);
            }
        }
        return answers;
    }

    private boolean hasLeft(Member member, Exception failed) {
        return failed.getCause() instanceof MemberLeftException
                || cluster.getMembers().stream().noneMatch(one -> one.getUuid().equals(member.getUuid()));
    }
}
