package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.admin.model.Fault;
import io.gpucloud.stub.admin.model.FaultCreation;
import io.gpucloud.stub.admin.model.FaultEffect;
import io.gpucloud.stub.fault.AnswerFault;
import io.gpucloud.stub.fault.DeterministicRandom;
import io.gpucloud.stub.fault.LifecycleFault;
import io.gpucloud.stub.fault.OperationIds;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Faults as they are asked for and shown, and the two kinds that they become. */
final class FaultMapper {

    private static final Set<FaultEffect> OF_LIFECYCLES =
            EnumSet.range(FaultEffect.FAIL_UPLOAD, FaultEffect.REFUSE_DESTROY);
    private static final Set<FaultEffect> LASTING = EnumSet.of(FaultEffect.NO_SERVER_URL, FaultEffect.LIST_LAG);
    private static final Set<AnswerFault.Effect> ANSWERING = EnumSet.of(
            AnswerFault.Effect.RESPOND, AnswerFault.Effect.RESPOND_AFTER_EFFECT, AnswerFault.Effect.HTML_BODY);
    private static final int OK = 200;

    private FaultMapper() {}

    static boolean isOfLifecycle(FaultCreation fault) {
        return fault.effect() != null && OF_LIFECYCLES.contains(fault.effect());
    }

    /**
     * Refuses members that do not go together: whatever is set can strike, and does what it says.
     *
     * @throws ProblemException if there are such members
     */
    static void requireSense(FaultCreation fault, OperationIds operations) {
        boolean says = Stream.of(fault.status(), fault.code(), fault.body(), fault.delayMs(), fault.effect())
                .anyMatch(Objects::nonNull);
        if (!says) {
            throw ProblemException.badMember("", "one of status, code, body, delay_ms and effect must be there");
        }
        require(probability(fault) > 0, "probability", "is too small");
        boolean lasts = fault.effect() != null && LASTING.contains(fault.effect());
        require(!lasts || fault.seconds() != null, "seconds", "is required for this effect");
        require(lasts || fault.seconds() == null, "seconds", "does not go with this effect");
        if (isOfLifecycle(fault)) {
            requireSenseOfLifecycle(fault);
        } else {
            requireSenseOfAnswer(fault, operations);
        }
    }

    private static void requireSenseOfLifecycle(FaultCreation fault) {
        String stray = "does not go with a lifecycle fault";
        require(fault.apiKey() != null, "api_key", "is required for a lifecycle fault");
        require(fault.operation() == null, "operation", stray);
        requireNoHead(fault, stray);
        requireNoContent(fault, stray);
        require(fault.delayMs() == null, "delay_ms", stray);
    }

    private static void requireSenseOfAnswer(FaultCreation fault, OperationIds operations) {
        boolean withoutKey = fault.operation() != null && operations.open().contains(fault.operation());
        require(!withoutKey || fault.apiKey() == null, "api_key", "does not go with an operation that needs no key");
        AnswerFault.Effect effect = effect(fault);
        String stray =
                effect == AnswerFault.Effect.NONE ? "does not go with a delay alone" : "does not go with this effect";
        boolean answers = ANSWERING.contains(effect);
        if (!answers) {
            requireNoHead(fault, stray);
        }
        if (!answers || effect == AnswerFault.Effect.HTML_BODY) {
            requireNoContent(fault, stray);
        }
        if (fault.body() != null) {
            require(fault.code() == null, "code", "does not go with a body");
            require(fault.msg() == null, "msg", "does not go with a body");
        }
    }

    private static void requireNoHead(FaultCreation fault, String stray) {
        require(fault.status() == null, "status", stray);
        require(fault.retryAfter() == null, "retry_after", stray);
    }

    private static void requireNoContent(FaultCreation fault, String stray) {
        require(fault.code() == null, "code", stray);
        require(fault.msg() == null, "msg", stray);
        require(fault.body() == null, "body", stray);
    }

    static LifecycleFault lifecycleFault(FaultCreation fault, String id, DeterministicRandom chance) {
        return new LifecycleFault(
                id,
                LifecycleFault.Effect.valueOf(requireNonNull(fault.effect()).name()),
                requireNonNullElse(fault.seconds(), 0L),
                fault.times(),
                probability(fault),
                chance);
    }

    static AnswerFault answerFault(FaultCreation fault, String id, DeterministicRandom chance) {
        return new AnswerFault(
                id,
                new AnswerFault.Target(fault.operation(), fault.apiKey()),
                effect(fault),
                new AnswerFault.Answer(
                        requireNonNullElse(fault.status(), OK),
                        fault.code(),
                        fault.msg(),
                        fault.body(),
                        fault.retryAfter()),
                requireNonNullElse(fault.delayMs(), 0),
                fault.times(),
                probability(fault),
                chance);
    }

    static Fault wire(AccountKey account, LifecycleFault fault) {
        return Fault.builder()
                .id(fault.id())
                .apiKey(account.name())
                .effect(FaultEffect.valueOf(fault.effect().name()))
                .seconds(fault.seconds() == 0 ? null : fault.seconds())
                .times(fault.times())
                .probability(shown(fault.probability()))
                .build();
    }

    static Fault wire(AnswerFault fault) {
        return Fault.builder()
                .id(fault.id())
                .operation(fault.target().operation())
                .apiKey(fault.target().apiKey())
                .status(ANSWERING.contains(fault.effect()) ? fault.answer().status() : null)
                .code(fault.answer().code())
                .msg(fault.answer().msg())
                .body(fault.answer().body())
                .retryAfter(fault.answer().retryAfter())
                .delayMs(fault.delayMillis() == 0 ? null : (int) fault.delayMillis())
                .effect(
                        fault.effect() == AnswerFault.Effect.NONE
                                ? null
                                : FaultEffect.valueOf(fault.effect().name()))
                .times(fault.times())
                .probability(shown(fault.probability()))
                .build();
    }

    /** A delay alone spoils nothing else. */
    private static AnswerFault.Effect effect(FaultCreation fault) {
        if (fault.effect() != null) {
            return AnswerFault.Effect.valueOf(fault.effect().name());
        }
        boolean answers = Stream.of(fault.status(), fault.code(), fault.body()).anyMatch(Objects::nonNull);
        return answers ? AnswerFault.Effect.RESPOND : AnswerFault.Effect.NONE;
    }

    private static @Nullable BigDecimal shown(double probability) {
        return probability == 1 ? null : BigDecimal.valueOf(probability);
    }

    private static double probability(FaultCreation fault) {
        return requireNonNullElse(fault.probability(), BigDecimal.ONE).doubleValue();
    }

    private static void require(boolean fits, @Nullable String member, String problem) {
        if (!fits) {
            throw ProblemException.badMember(String.valueOf(member), problem);
        }
    }
}
