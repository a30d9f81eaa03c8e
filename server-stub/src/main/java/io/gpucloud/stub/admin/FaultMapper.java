package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.admin.model.FaultCreation;
import io.gpucloud.stub.admin.model.FaultDetails;
import io.gpucloud.stub.admin.model.FaultEffect;
import io.gpucloud.stub.fault.Effect;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.FaultDefinition;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.fault.Scope;
import io.gpucloud.stub.json.InvalidJsonException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Maps faults between the JSON of {@code /__admin} and the fault model. */
final class FaultMapper {

    /** The kinds of effects by their names, which are those of the contract. */
    private static final Map<String, Effect.Kind> KINDS = Stream.<Effect.Kind[]>of(
                    ResponseEffect.Kind.values(), LifecycleEffect.Kind.values())
            .flatMap(Stream::of)
            .collect(Collectors.toUnmodifiableMap(Effect.Kind::name, Function.identity()));

    private static final int OK = 200;

    private FaultMapper() {}

    private static void requireConsistent(FaultCreation fault) {
        boolean hasEffect = Stream.of(fault.status(), fault.code(), fault.body(), fault.delayMs(), fault.effect())
                .anyMatch(Objects::nonNull);
        if (!hasEffect) {
            throw new InvalidJsonException("", "one of status, code, body, delay_ms and effect must be there");
        }
        require(fault.effect() != FaultEffect.RESPOND || hasContent(fault), "effect", "needs status, code or body");
        require(fault.probability() == null || fault.probability().doubleValue() > 0, "probability", "is too small");
        require(fault.until() == null || fault.forSeconds() == null, "for_seconds", "is not allowed with until");
        Effect.Kind kind = kind(fault);
        require(!kind.lasts() || fault.seconds() != null, "seconds", "is required for this effect");
        require(kind.lasts() || fault.seconds() == null, "seconds", "is not allowed with this effect");
        if (kind instanceof ResponseEffect.Kind response) {
            requireConsistentResponseFault(fault, response);
        } else {
            requireConsistentLifecycleFault(fault);
        }
    }

    private static void requireConsistentLifecycleFault(FaultCreation fault) {
        String reason = "is not allowed with a lifecycle fault";
        require(fault.operation() == null, "operation", reason);
        require(fault.path() == null, "path", reason);
        requireNoHead(fault, reason);
        requireNoContent(fault, reason);
        require(fault.delayMs() == null, "delay_ms", reason);
    }

    private static void requireConsistentResponseFault(FaultCreation fault, ResponseEffect.Kind kind) {
        String reason = kind == ResponseEffect.Kind.NONE
                ? "is not allowed in a fault that only delays"
                : "is not allowed with this effect";
        if (fault.path() != null) {
            require(fault.operation() == null, "operation", "is not allowed with path");
            require(!kind.performsOperation(), "effect", "is not allowed with path, which may have no operation");
        }
        if (!kind.sendsResponse()) {
            requireNoHead(fault, reason);
        }
        if (!kind.sendsResponse() || kind == ResponseEffect.Kind.HTML_BODY) {
            requireNoContent(fault, reason);
        }
        if (fault.body() != null) {
            require(fault.code() == null, "code", "is not allowed with a body");
            require(fault.msg() == null, "msg", "is not allowed with a body");
        }
    }

    private static void requireNoHead(FaultCreation fault, String reason) {
        require(fault.status() == null, "status", reason);
        require(fault.retryAfter() == null, "retry_after", reason);
    }

    private static void requireNoContent(FaultCreation fault, String reason) {
        require(fault.code() == null, "code", reason);
        require(fault.msg() == null, "msg", reason);
        require(fault.body() == null, "body", reason);
    }

    /**
     * Maps a fault that is to be set.
     *
     * @throws InvalidJsonException if it has members that exclude each other
     */
    static FaultDefinition<?> definition(FaultCreation fault) {
        requireConsistent(fault);
        Effect.Kind kind = kind(fault);
        boolean lifecycle = kind instanceof LifecycleEffect.Kind;
        Scope scope = lifecycle ? null : new Scope(fault.operation(), fault.path(), fault.apiKey());
        double probability =
                requireNonNullElse(fault.probability(), BigDecimal.ONE).doubleValue();
        return new FaultDefinition<>(
                scope, effect(fault, kind), fault.times(), probability, fault.until(), fault.forSeconds());
    }

    private static Effect effect(FaultCreation fault, Effect.Kind kind) {
        return kind instanceof LifecycleEffect.Kind lifecycle
                ? new LifecycleEffect(lifecycle, requireNonNullElse(fault.seconds(), 0L))
                : new ResponseEffect(
                        (ResponseEffect.Kind) kind, response(fault), requireNonNullElse(fault.delayMs(), 0));
    }

    static FaultDetails toJson(AccountKey account, Fault<LifecycleEffect> fault) {
        LifecycleEffect effect = fault.effect();
        return json(fault)
                .apiKey(account.name())
                .seconds(effect.seconds() == 0 ? null : effect.seconds())
                .build();
    }

    static FaultDetails toJson(Fault<ResponseEffect> fault) {
        ResponseEffect effect = fault.effect();
        ResponseEffect.Response response = effect.response();
        FaultDetails.Builder json = json(fault);
        if (fault.scope() != null) {
            json.operation(fault.scope().operation())
                    .path(fault.scope().path())
                    .apiKey(fault.scope().apiKey());
        }
        return json.status(effect.kind().sendsResponse() ? response.status() : null)
                .code(response.code())
                .msg(response.msg())
                .body(response.body())
                .retryAfter(response.retryAfter())
                .delayMs(effect.delayMillis() == 0 ? null : (int) effect.delayMillis())
                .build();
    }

    private static FaultDetails.Builder json(Fault<?> fault) {
        double probability = fault.trigger().probability();
        return FaultDetails.builder()
                .id(fault.id())
                .effect(effect(fault.effect().kind()))
                .times(fault.trigger().times())
                .until(fault.trigger().until())
                .probability(probability == 1 ? null : BigDecimal.valueOf(probability));
    }

    /** A fault that only delays has no effect in JSON. */
    static @Nullable FaultEffect effect(Effect.Kind kind) {
        return kind == ResponseEffect.Kind.NONE ? null : FaultEffect.valueOf(kind.name());
    }

    private static Effect.Kind kind(FaultCreation fault) {
        if (fault.effect() != null) {
            return requireNonNull(KINDS.get(fault.effect().name()));
        }
        return hasContent(fault) ? ResponseEffect.Kind.RESPOND : ResponseEffect.Kind.NONE;
    }

    /** Whether the fault defines a response. */
    private static boolean hasContent(FaultCreation fault) {
        return Stream.of(fault.status(), fault.code(), fault.body()).anyMatch(Objects::nonNull);
    }

    private static ResponseEffect.Response response(FaultCreation fault) {
        return new ResponseEffect.Response(
                requireNonNullElse(fault.status(), OK), fault.code(), fault.msg(), fault.body(), fault.retryAfter());
    }

    private static void require(boolean fits, String member, String problem) {
        if (!fits) {
            throw new InvalidJsonException(member, problem);
        }
    }
}
