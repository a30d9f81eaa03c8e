package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The titles of leased instances: {@code OWNER.NONCE: TITLE}. The nonce is new for each create request, so that equal
 * programs on two hosts do not take each other's instances for their own.
 */
final class InstanceTitle {

    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9._-]{1,30})\\.([0-9a-f]{8}): .*", Pattern.DOTALL);
    private static final String DEFAULT = "lease";
    private static final int NONCE_LENGTH = 8;
    private static final int OWNER_LENGTH = 13;

    private InstanceTitle() {}

    /** The random part of a title; no other create request has it. */
    static String newNonce() {
        return random(NONCE_LENGTH);
    }

    /** An owner that no other program has. */
    static String randomOwner() {
        return random(OWNER_LENGTH);
    }

    private static String random(int length) {
        return UUID.randomUUID().toString().substring(0, length);
    }

    /** A title, cut to the limit of the service. */
    static String of(String owner, String nonce, @Nullable String title) {
        String whole = owner + "." + nonce + ": " + (title == null ? DEFAULT : title);
        int length = whole.codePointCount(0, whole.length());
        return length <= Preconditions.MAX_TITLE
                ? whole
                : whole.substring(0, whole.offsetByCodePoints(0, Preconditions.MAX_TITLE));
    }

    static boolean isOwnedBy(String owner, @Nullable String title) {
        return part(title, 1).filter(owner::equals).isPresent();
    }

    /** The nonce of a title; empty if it has none. */
    static Optional<String> nonce(@Nullable String title) {
        return part(title, 2);
    }

    /**
     * Whether an instance was renamed: a new one has the name of its image as title; assumption {@code instance-title}.
     */
    static boolean isGiven(Instance instance) {
        String title = instance.title();
        return title != null && !title.isBlank() && !title.equals(instance.imageName());
    }

    /** Whether the title of an instance has the nonce of another create request. */
    static boolean isOfAnother(Instance instance, String nonce) {
        return nonce(instance.title()).filter(titled -> !titled.equals(nonce)).isPresent();
    }

    private static Optional<String> part(@Nullable String title, int group) {
        Matcher form = FORM.matcher(title == null ? "" : title);
        return form.matches() ? Optional.of(form.group(group)) : Optional.empty();
    }
}
