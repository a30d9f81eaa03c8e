package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/** The titles of leased instances: {@code OWNER: TITLE}. */
final class InstanceTitle {

    private static final String SEPARATOR = ": ";
    private static final String DEFAULT = "lease";

    private InstanceTitle() {}

    /** Returns the title of an instance, cut to the limit of the service. */
    static String of(String owner, @Nullable String title) {
        String whole = owner + SEPARATOR + (title == null ? DEFAULT : title);
        int length = whole.codePointCount(0, whole.length());
        return length <= Preconditions.MAX_TITLE
                ? whole
                : whole.substring(0, whole.offsetByCodePoints(0, Preconditions.MAX_TITLE));
    }

    static boolean isOwnedBy(String owner, @Nullable String title) {
        return title != null && title.startsWith(owner + SEPARATOR);
    }
}
