package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import org.jspecify.annotations.Nullable;

/**
 * A consequence of a list. The ledger has made the change already, and {@link LeaseContext} carries it out.
 *
 * @param record the record after the change
 * @param instance null if it is absent
 */
record Decision(Kind kind, LeaseRecord record, @Nullable Instance instance) {

    enum Kind {
        /** The instance of a create request in doubt was found. It boots. */
        OURS,
        /** The instance has to be destroyed. */
        DESTROY,
        /** The instance may be one that no lease owns, and cost money. Each one is named once. */
        NAME,
        /** It is not known yet whether the instance is ours. */
        UNDECIDED,
        /** The instance belongs to another create request, so that of this record is in doubt. */
        LEFT,
        /** The instance was shut down, or is gone, and no request of ours did that. */
        LOST,
        /** The instance, or any that the create request may have made, is absent. The state says what follows. */
        ABSENT
    }
}
