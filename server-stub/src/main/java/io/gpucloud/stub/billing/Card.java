package io.gpucloud.stub.billing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compute card, an amount that expires.
 *
 * @param bindTime when it was bound to the account, in epoch seconds
 * @param validDays validity from the binding on, in days
 * @param podUuids pods it applies to; empty for all
 */
public record Card(
        String uuid,
        String number,
        String title,
        long faceCents,
        long leaveCents,
        long saleCents,
        long bindTime,
        int validDays,
        List<String> podUuids) {

    private static final long DAY = 86_400;

    /** The state of a card. */
    public enum State {
        /** It can pay. */
        USABLE,
        /** Nothing is left on it. */
        USED_UP,
        /** It has expired. */
        EXPIRED
    }

    /** The first moment at which the card no longer pays, in epoch seconds. */
    public long expireDate() {
        return bindTime + validDays * DAY;
    }

    /**
     * Returns the state of the card.
     *
     * @param moment epoch seconds
     */
    public State state(long moment) {
        if (leaveCents == 0) {
            return State.USED_UP;
        }
        return moment < expireDate() ? State.USABLE : State.EXPIRED;
    }

    /** Whether the card pays for an instance that derives from the pod, or from none. */
    boolean pays(@Nullable String podUuid, long moment) {
        return state(moment) == State.USABLE && (podUuids.isEmpty() || (podUuid != null && podUuids.contains(podUuid)));
    }

    Card spend(long cents) {
        return new Card(uuid, number, title, faceCents, leaveCents - cents, saleCents, bindTime, validDays, podUuids);
    }
}
