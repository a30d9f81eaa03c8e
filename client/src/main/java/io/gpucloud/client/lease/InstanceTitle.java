package io.gpucloud.client.lease;

import org.jspecify.annotations.Nullable;

/** The titles of leased instances: {@code OWNER: TITLE}. */
final class InstanceTitle {

    /** The limit of the service, in Unicode code points; assumption {@code title-length}. */
    private static final int LONGEST = 50;

    private static final String SEPARATOR = ": ";
    private static final String DEFAULT = "lease";

    private InstanceTitle() {}

    /** Returns the title of an instance, cut to the limit of the service. */
    static String of(String owner, @Nullable String title) {
        String whole = owner + SEPARATOR + (title == null ? DEFAULT : title);
        int length = whole.codePointCount(0, whole.length());
        return length <= LONGEST ? whole : whole.substring(0, whole.offsetByCodePoints(0, LONGEST));
    }

    static boolean isOwnedBy(String owner, @Nullable String title) {
        return title != null && title.startsWith(owner + SEPARATOR);
    }
}
