package io.gpucloud.stub.cluster;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Again and again: catches up with what the stub as a whole is, has a majority confirm that this member belongs to it, and
 * makes copies equal that differed, and gives back places that are owed.
 */
final class Pulse implements Runnable {

    static final long EVERY_MILLIS = 200;

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.cluster");
    private static final long PATIENCE_MILLIS = 2_000;

    /** Shorter than it takes the others to give this member up for its silence. */
    private static final long SURE_NANOS = TimeUnit.SECONDS.toNanos(Engine.GIVEN_UP_SECONDS - 2);

    private final Members members;
    private boolean wasSure;

    Pulse(Members members) {
        this.members = members;
    }

    @Override
    public void run() {
        try {
            if (members.count() >= members.majority()) {
                members.here().catchUp(members::catchUp);
                confirm();
                members.here().takeDiffering().forEach(this::equalise);
                members.places().leaveOwed();
            } else {
                members.here().unsure();
            }
        } catch (RuntimeException later) {
            LOG.debug("To be tried again", later);
        } catch (Error broken) {
            // Without a pulse this member would refuse for ever, and still count as one.
            LOG.error("To be tried again", broken);
        }
        if (members.here().isSure() != wasSure) {
            wasSure = !wasSure;
            LOG.info(wasSure ? "In touch with a majority" : "Not in touch with a majority: calls are refused");
        }
    }

    private void confirm() {
        Here here = members.here();
        if (here.terms().isOver()) {
            OptionalLong highest = highestTermOfMajority();
            if (highest.isEmpty()) {
                return;
            }
            here.terms().beginAfter(highest.getAsLong());
        }
        long asked = here.nanoTime();
        if (highestTermOfMajority().isPresent()) {
            here.sureUntil(asked + SURE_NANOS);
        }
    }

    /** The highest term that the members that confirm this one have seen. Empty if they are no majority. */
    private OptionalLong highestTermOfMajority() {
        Errand.Confirm confirm =
                new Errand.Confirm(members.identifier(), members.here().terms().current());
        List<Object> terms = members.errands().elsewhere(confirm, PATIENCE_MILLIS);
        return terms.size() + 1 < members.majority()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        terms.stream().mapToLong(Long.class::cast).max().orElse(0));
    }

    /** Nobody waits for it: what has not been mended is tried again. */
    private void equalise(String account) {
        Here here = members.here();
        AccountProcess equalise = AccountProcess.of(new AccountCall.Equalise(), true, here);
        try {
            members.accounts().submitToKey(account, equalise).whenComplete((parcel, failure) -> {
                if (failure != null || equalise.answer(parcel).kind() != Answer.Kind.DONE) {
                    here.stillDiffers(account);
                }
            });
        } catch (RuntimeException unreachable) {
            here.stillDiffers(account);
            LOG.debug("To be tried again", unreachable);
        }
    }
}
