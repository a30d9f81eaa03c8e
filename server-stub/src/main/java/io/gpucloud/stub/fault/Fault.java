package io.gpucloud.stub.fault;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A fault that a tester set: its scope, its effect and its trigger.
 *
 * @param scope requests that the fault affects; null for a lifecycle fault, which affects the account that holds it
 */
public record Fault<E extends Effect>(String id, @Nullable Scope scope, E effect, Trigger trigger) {

    private static final Pattern ID = Pattern.compile("fault-[0-9]{1,18}");

    /**
     * Checks the identifier, and that the scope goes with the effect.
     *
     * @throws IllegalArgumentException if the identifier has another form than those that are given, a response fault
     *     has no scope, or a lifecycle fault has one
     */
    public Fault {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("id must have the form fault-NUMBER");
        }
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
        return new Fault<>(id, scope == null ? null : scope.ofKey(apiKey), effect, trigger);
    }

    Fault<E> withTrigger(Trigger next) {
        return new Fault<>(id, scope, effect, next);
    }
}
