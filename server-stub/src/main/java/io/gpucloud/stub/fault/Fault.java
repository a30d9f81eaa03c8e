package io.gpucloud.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * A fault that a tester set: its scope, its effect and its trigger.
 *
 * @param scope requests that the fault affects; null for a lifecycle fault, which affects the account that holds it
 */
public record Fault<E extends Effect>(String id, @Nullable Scope scope, E effect, Trigger trigger) {

    /**
     * Checks that the scope goes with the effect.
     *
     * @throws IllegalArgumentException if a response fault has no scope, or a lifecycle fault has one
     */
    public Fault {
        if (effect instanceof ResponseEffect && scope == null) {
            throw new IllegalArgumentException("scope is required");
        }
        if (effect instanceof LifecycleEffect && scope != null) {
            throw new IllegalArgumentException("scope is not allowed with a lifecycle fault");
        }
    }

    /** The same fault with another identifier. */
    public Fault<E> withId(String other) {
        return new Fault<>(other, scope, effect, trigger);
    }

    boolean affects(Scope.Request request) {
        return scope != null
                && scope.includes(request)
                && !trigger.isOver(scope.apiKey() == null ? request.now() : request.accountNow());
    }

    boolean hasKey(String apiKey) {
        return scope != null && apiKey.equals(scope.apiKey());
    }

    /** The same fault for another key. */
    Fault<E> ofKey(String apiKey) {
        return new Fault<>(
                id,
                new Scope(scope == null ? null : scope.operation(), scope == null ? null : scope.path(), apiKey),
                effect,
                trigger);
    }

    Fault<E> withTrigger(Trigger next) {
        return new Fault<>(id, scope, effect, next);
    }
}
