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
     * @param version what the account's version was before
     * @param whole what the account was afterwards, now and then
     */
    record Step(AccountCall call, long moment, long version, AccountCell.@Nullable Image whole) {}

    Step step() {
        return step;
    }

    @Override
    public Parcel process(Map.Entry<String, AccountCell> entry) {
        @Nullable AccountCell copy = entry.getValue();
        boolean differs = AccountCell.versionOf(copy) != step.version;
        // What makes copies equal finds them different, and that has been counted.
        if (differs && !(step.call instanceof AccountCall.Equalise)) {
            here.differs(entry.getKey());
        }
        @Nullable AccountCell after = after(entry.getKey(), copy, differs);
        if (after != null) {
            after.version(step.version + 1);
        }
        entry.setValue(after);
        return new Parcel(null);
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
