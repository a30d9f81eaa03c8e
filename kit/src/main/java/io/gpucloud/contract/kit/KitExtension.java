package io.gpucloud.contract.kit;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Skips tests that the settings leave out, and gives each test a {@link TestSession} that JUnit closes after it. */
final class KitExtension implements ExecutionCondition, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(KitExtension.class);

    /** The parameters that a test can have. */
    private static final Map<Class<?>, Function<TestSession, Object>> PARAMETERS = Map.of(
            TestSession.class, session -> session,
            ServiceClient.class, TestSession::service,
            InstanceOperations.class, TestSession::instances,
            AdminApi.class, TestSession::adminApi);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return context.getTestMethod()
                .flatMap(method -> kit(context).settings().skipReason(context.getTags()))
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("not skipped"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return PARAMETERS.containsKey(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestSession session = context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(TestSession.class, absent -> TestSession.begin(kit(context)), TestSession.class);
        return Objects.requireNonNull(PARAMETERS.get(parameter.getParameter().getType()))
                .apply(session);
    }

    /** The values that {@link KitRun} has put into the store of its launcher session. */
    private static KitContext kit(ExtensionContext context) {
        return Objects.requireNonNull(
                context.getRoot().getStore(NAMESPACE).get(KitContext.class, KitContext.class),
                "start the tests with KitRun");
    }
}
