package io.gpucloud.stub.fault;

/** What goes wrong when a fault triggers. */
public sealed interface Effect permits ResponseEffect, LifecycleEffect {

    /**
     * The kind of the effect.
     *
     * @return a constant of {@link ResponseEffect.Kind} or {@link LifecycleEffect.Kind}
     */
    Kind kind();

    /** A kind of effect. */
    sealed interface Kind permits ResponseEffect.Kind, LifecycleEffect.Kind {}
}
