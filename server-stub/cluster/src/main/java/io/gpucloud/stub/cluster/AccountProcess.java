package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.cluster.Residence.Done;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings a call to where the account lives, does it there, and has it done again on the copies, at the same moment. */
final class AccountProcess implements EntryProcessor<String, AccountCell, Parcel> {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(AccountProcess.class);

    /** So often the whole account goes to its copies: the life of a difference is bounded, wherever it came from. */
    private static final long WHOLE_EVERY = 1_000;

    private final transient Asked asked;
    private final transient Here here;
    private final transient boolean hasTravelled;
    private transient @Nullable AccountReplay replay;
    private transient @Nullable Answer answer;

    private AccountProcess(Asked asked, Here here, boolean hasTravelled) {
        this.asked = asked;
        this.here = here;
        this.hasTravelled = hasTravelled;
    }

    /** One that sets out from here. If the account lives here, the engine runs this very object. */
    static AccountProcess of(AccountCall call, boolean mayOpen, Here here) {
        return new AccountProcess(new Asked(call, mayOpen), here, false);
    }

    /** One that has come from another member. */
    static AccountProcess arrived(Asked asked, Here here) {
        return new AccountProcess(asked, here, true);
    }

    /** A call as it travels, and whether it may open an account that is not there. */
    record Asked(AccountCall call, boolean mayOpen) {}

    Asked asked() {
        return asked;
    }

    /** Answers nothing where it set out: the answer is kept, for the engine would write it out to hand it over. */
    @Override
    public @Nullable Parcel process(Map.Entry<String, AccountCell> entry) {
        Answer answered = answered(entry);
        if (hasTravelled) {
            return new Parcel(answered);
        }
        answer = answered;
        return null;
    }

    /**
     * The answer, which came back or was kept.
     *
     * @param cameBack what the engine answers
     */
    Answer answer(@Nullable Parcel cameBack) {
        return Objects.requireNonNull(cameBack == null ? answer : (Answer) cameBack.content());
    }

    private Answer answered(Map.Entry<String, AccountCell> entry) {
        if (asked.call instanceof AccountCall.BringBack returned) {
            return broughtBack(entry, returned);
        }
        if (!here.canAnswer()) {
            return Answer.of(Answer.Kind.NOT_NOW);
        }
        @Nullable AccountCell before = entry.getValue();
        if (before == null && !asked.mayOpen) {
            return Answer.of(Answer.Kind.MISSING);
        }
        try {
            return process(entry, before, here.clock().now(new AccountKey(entry.getKey())));
        } catch (RuntimeException unforeseen) {
            LOG.error("A call failed for a reason that nobody foresaw", unforeseen);
            if (before != null) {
                // Half of it may have been done here, and none of it on the copies.
                changed(entry, before, asked.call, 0, true);
            }
            return Answer.of(Answer.Kind.FAILED);
        }
    }

    /** Needs no majority: it makes no change, it only keeps the newest copy. */
    private Answer broughtBack(Map.Entry<String, AccountCell> entry, AccountCall.BringBack returned) {
        AccountCell.Image kept = returned.kept();
        @Nullable AccountCell cell = entry.getValue();
        int age = cell == null ? -1 : AccountCell.Image.BY_AGE.compare(cell.image(), kept);
        if (age < 0) {
            entry.setValue(kept.cell(here.residence().rules()));
            long version = kept.version() - 1;
            replay = new AccountReplay(new AccountReplay.Step(returned, 0, kept.term(), version, kept), here);
        } else if (age == 0 && !kept.equals(cell.image())) {
            here.diverged(entry.getKey());
        }
        return Answer.of(Answer.Kind.DONE);
    }

    private Answer process(Map.Entry<String, AccountCell> entry, @Nullable AccountCell before, long moment) {
        long momentBefore = before == null ? Long.MIN_VALUE : before.moment();
        long version = AccountCell.versionOf(before);
        Done done = here.residence().perform(entry.getKey(), before, asked.call, moment);
        @Nullable AccountCell after = done.cell();
        if (after == null) {
            if (before != null) {
                entry.setValue(null);
                replay = new AccountReplay(
                        new AccountReplay.Step(asked.call, moment, here.terms().current(), version, null), here);
            }
        } else if (after != before || !asked.call.onlyReads() || after.moment() != momentBefore) {
            after.version(version);
            boolean whole = asked.call instanceof AccountCall.Equalise || version % WHOLE_EVERY == WHOLE_EVERY - 1;
            changed(entry, after, asked.call, moment, whole);
        }
        return done.answer();
    }

    private void changed(
            Map.Entry<String, AccountCell> entry, AccountCell cell, AccountCall call, long moment, boolean whole) {
        long version = AccountCell.versionOf(cell);
        cell.version(version + 1);
        cell.changedIn(here.terms().current());
        entry.setValue(cell);
        replay = new AccountReplay(
                new AccountReplay.Step(call, moment, cell.term(), version, whole ? cell.image() : null), here);
    }

    /** The engine asks after {@link #process}; null means that nothing has changed, and nothing is sent. */
    @Override
    public @Nullable AccountReplay getBackupProcessor() {
        return replay;
    }
}
