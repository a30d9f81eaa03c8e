package io.gpucloud.stub.fault;

/** The effect of a triggered fault. */
public sealed interface Effect permits ResponseEffect, LifecycleEffect {

    /** The kind of the effect. */
    Kind kind();

    /** A kind of effect. */
    sealed interface Kind permits ResponseEffect.Kind, LifecycleEffect.Kind {

        /** The name of the constant. */
        String name();

        /** Whether the effect lasts for a number of seconds that the fault gives. */
        default boolean lasts() {
            return false;
        }
    }
}
