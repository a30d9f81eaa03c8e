package io.gpucloud.stub.cluster;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.core.MemberLeftException;
import io.gpucloud.stub.account.StateUnavailableException;
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

/** Sends tasks to members of the cluster. */
final class MemberTasks {

    private static final Logger LOG = LoggerFactory.getLogger(MemberTasks.class);

    /** Longer than it takes to remove a silent member. */
    private static final long RESPONSE_MILLIS = 20_000;

    private final IExecutorService runners;
    private final Cluster cluster;
    private final LocalMember localMember;

    MemberTasks(IExecutorService runners, Cluster cluster, LocalMember localMember) {
        this.runners = runners;
        this.cluster = cluster;
        this.localMember = localMember;
    }

    LocalMember localMember() {
        return localMember;
    }

    /**
     * Runs a task on every member, waits, and returns how many have run it. Members that leave in the meantime are skipped. Members that
     * join read the shared values themselves.
     */
    int runOnAll(MemberTask task) {
        return collect(send(task, cluster.getMembers()), RESPONSE_MILLIS, true).size();
    }

    /** Starts a task on every other member and does not wait. */
    void startOnOthers(MemberTask task) {
        send(task, others());
    }

    /** Runs a task on every other member and returns the results that arrive in time and are not null. */
    List<Object> runOnOthers(MemberTask task, long millis) {
        List<@Nullable Object> answers = collect(send(task, others()), millis, false);
        return answers.stream().filter(Objects::nonNull).toList();
    }

    private List<Member> others() {
        return cluster.getMembers().stream()
                .filter(member -> !member.localMember())
                .toList();
    }

    private Map<Member, Future<ResultEnvelope>> send(MemberTask task, Collection<Member> members) {
        Map<Member, Future<ResultEnvelope>> sent = new LinkedHashMap<>();
        for (Member member : members) {
            try {
                sent.put(member, runners.submitToMember(new RemoteTask(task, localMember), member));
            } catch (RejectedExecutionException left) {
                LOG.debug("{} has just left", member, left);
            }
        }
        return sent;
    }

    private List<@Nullable Object> collect(Map<Member, Future<ResultEnvelope>> sent, long millis, boolean allOfThem) {
        List<@Nullable Object> answers = new ArrayList<>();
        long end = localMember.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (Map.Entry<Member, Future<ResultEnvelope>> one : sent.entrySet()) {
            try {
                answers.add(one.getValue()
                        .get(Math.max(1, end - localMember.nanoTime()), TimeUnit.NANOSECONDS)
                        .content());
            } catch (ExecutionException | TimeoutException failed) {
                if (allOfThem && !hasLeft(one.getKey(), failed)) {
                    throw new StateUnavailableException("a member did not receive a change", failed);
                }
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                throw new StateUnavailableException("this member is stopping", stopping);
            }
        }
        return answers;
    }

    private boolean hasLeft(Member member, Exception failed) {
        return failed.getCause() instanceof MemberLeftException
                || cluster.getMembers().stream().noneMatch(one -> one.getUuid().equals(member.getUuid()));
    }
}
