package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Does on a copy what was done on the account. */
final class AccountReplay implements EntryProcessor<String, AccountCell, Parcel> {

    private static final long serialVersionUID = 1L;

    private final transient Step step;
    private final transient Here here;

    AccountReplay(Step step, Here here) {
        this.step = step;
        this.here = here;
    }

    /**
     * A step as it travels.
     *
     * @param call what was done
     * @param moment when
     * @param term in which term, see {@link Terms}
     * @param version what the account's version was before
     * @param whole what the account was afterwards, now and then
     */
    record Step(AccountCall call, long moment, long term, long version, AccountCell.@Nullable Image whole) {}

    Step step() {
        return step;
    }

    @Override
    public Parcel process(Map.Entry<String, AccountCell> entry) {
        @Nullable AccountCell copy = entry.getValue();
        boolean differs = AccountCell.versionOf(copy) != step.version;
        if (differs && !makesEqual()) {
            here.differs(entry.getKey());
        }
        @Nullable AccountCell after = after(entry.getKey(), copy, differs);
        if (after != null) {
            after.version(step.version + 1);
            after.changedIn(step.term);
        }
        entry.setValue(after);
        return new Parcel(null);
    }

    /** These calls replace copies that are known to differ: that is no new difference. */
    private boolean makesEqual() {
        return step.call instanceof AccountCall.Equalise || step.call instanceof AccountCall.BringBack;
    }

    /** A copy that differs is removed until the whole account comes: should it be needed before, the account is lost. */
    private @Nullable AccountCell after(String name, @Nullable AccountCell copy, boolean differs) {
        if (step.whole != null) {
            return step.whole.cell(here.residence().rules());
        }
        return differs
                ? null
                : here.residence().perform(name, copy, step.call, step.moment).cell();
    }

    /** A copy has no copies. */
    @Override
    public @Nullable AccountReplay getBackupProcessor() {
        return null;
    }
}
