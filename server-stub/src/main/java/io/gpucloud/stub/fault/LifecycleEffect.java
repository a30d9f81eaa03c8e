package io.gpucloud.stub.fault;

/**
 * An effect on the lifecycle of an instance or an image.
 *
 * @param seconds how long the effect lasts, in the time of the account; 0 for kinds without a duration
 */
public record LifecycleEffect(Kind kind, long seconds) implements Effect {

    /** The kinds of effect. */
    public enum Kind implements Effect.Kind {
        /** The next image upload fails. */
        FAIL_UPLOAD(false),
        /** The next boot never ends. */
        NEVER_BOOT(false),
        /** The next boot ends in a shutdown. */
        BOOT_FAILS(false),
        /** The next boot ends abnormally, in a status that only programs of users know. */
        BOOT_ENDS_ABNORMALLY(false),
        /** The next boot ends without addresses for a while. */
        NO_SERVER_URL(true),
        /** Lists hide the next new instance for a while. */
        LIST_LAG(true),
        /** Lists show an instance for a while as it was before the next start, shutdown, restart or destroy request. */
        STALE_STATUS(true),
        /** The next shutdown timer that is reached does nothing. Lists still show it. */
        IGNORE_TIMER(false),
        /** The next destroy request is rejected. */
        REFUSE_DESTROY(false),
        /** The next destroy request is confirmed, but only hides the instance for a while. */
        LISTED_AGAIN(true);

        private final boolean lasts;

        Kind(boolean lasts) {
            this.lasts = lasts;
        }

        @Override
        public boolean lasts() {
            return lasts;
        }
    }
}
