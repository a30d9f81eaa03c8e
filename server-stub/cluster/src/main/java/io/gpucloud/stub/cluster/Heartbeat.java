package io.gpucloud.stub.cluster;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs five times a second: updates the shared values of this member, asks the others to confirm that it belongs to the cluster, repairs
 * backups that differed, and releases permits that could not be released before.
 */
final class Heartbeat implements Runnable {

    static final long EVERY_MILLIS = 200;

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.cluster");
    private static final long RESPONSE_MILLIS = 2_000;

    /** Shorter than the silence after which the others remove this member. */
    private static final long QUORUM_NANOS = TimeUnit.SECONDS.toNanos(HazelcastConfig.MAX_SILENCE_SECONDS - 2);

    private final Members members;
    private boolean hadQuorum;

    Heartbeat(Members members) {
        this.members = members;
    }

    @Override
    public void run() {
        try {
            if (members.count() >= members.majority()) {
                members.localMember().catchUp(members::catchUp);
                confirm();
                members.localMember().takeAccountsToRepair().forEach(this::repair);
                members.permits().releaseOwed();
            } else {
                members.localMember().loseQuorum();
            }
        } catch (RuntimeException later) {
            LOG.debug("The heartbeat failed and will be repeated", later);
        } catch (Error broken) {
            // Without heartbeats this member would reject all calls and still count as a member.
            LOG.error("The heartbeat failed and will be repeated", broken);
        }
        if (members.localMember().hasQuorum() != hadQuorum) {
            hadQuorum = !hadQuorum;
            LOG.info(
                    hadQuorum
                            ? "Connected to a majority of the members"
                            : "Not connected to a majority of the members: calls are rejected");
        }
    }

    private void confirm() {
        LocalMember localMember = members.localMember();
        if (localMember.terms().isOver()) {
            OptionalLong highest = highestTermOfMajority();
            if (highest.isEmpty()) {
                return;
            }
            localMember.terms().beginAfter(highest.getAsLong());
        }
        long asked = localMember.nanoTime();
        if (highestTermOfMajority().isPresent()) {
            localMember.quorumUntil(asked + QUORUM_NANOS);
        }
    }

    /** The highest term that the members that confirm this one have seen, or empty if they are not a majority. */
    private OptionalLong highestTermOfMajority() {
        MemberTask.Confirm confirm = new MemberTask.Confirm(
                members.identifier(), members.localMember().terms().current());
        List<Object> terms = members.tasks().runOnOthers(confirm, RESPONSE_MILLIS);
        return terms.size() + 1 < members.majority()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        terms.stream().mapToLong(Long.class::cast).max().orElse(0));
    }

    /** Repairs the backup of an account without waiting. The next heartbeat tries again if it fails. */
    private void repair(String account) {
        LocalMember localMember = members.localMember();
        AccountProcessor repair = AccountProcessor.of(new AccountCommand.Repair(), true, localMember);
        try {
            members.accounts().submitToKey(account, repair).whenComplete((envelope, failure) -> {
                if (failure != null || repair.answer(envelope).kind() != AccountResult.Kind.DONE) {
                    localMember.repairAgain(account);
                }
            });
        } catch (RuntimeException unreachable) {
            localMember.repairAgain(account);
            LOG.debug("A backup could not be repaired yet", unreachable);
        }
    }
}
