package io.gpucloud.contract.kit;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Skips tests that the settings leave out, and gives each test a {@link TestSession} that is closed after it. */
final class KitExtension implements ExecutionCondition, ParameterResolver, AfterEachCallback, InvocationInterceptor {

    private static final Namespace NAMESPACE = Namespace.create(KitExtension.class);

    /** The parameters that a test can have. */
    private static final Map<Class<?>, Function<TestSession, Object>> PARAMETERS = Map.of(
            TestSession.class, session -> session,
            ServiceClient.class, TestSession::service,
            InstanceOperations.class, TestSession::instances,
            AdminApi.class, TestSession::adminApi);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            return ConditionEvaluationResult.enabled("decided by the tests in it");
        }
        return SkipConditions.reason(context.getTags(), kit(context).settings())
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("not skipped"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return PARAMETERS.containsKey(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Objects.requireNonNull(PARAMETERS.get(parameter.getParameter().getType()))
                .apply(session(context));
    }

    /** The store would close the session too, but too late for a failure to be reported. */
    @Override
    public void afterEach(ExtensionContext context) {
        TestSession session = store(context).remove(TestSession.class, TestSession.class);
        if (session != null) {
            try {
                session.close();
            } catch (ContractViolationError leftOver) {
                throw kit(context).secrets().mask(leftOver);
            }
        }
    }

    private static TestSession session(ExtensionContext context) {
        try {
            return store(context)
                    .computeIfAbsent(TestSession.class, absent -> TestSession.begin(kit(context)), TestSession.class);
        } catch (ContractViolationError notOpened) {
            throw new ParameterResolutionException(kit(context).secrets().mask(String.valueOf(notOpened.getMessage())));
        }
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> fact, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        masked(fact, context);
    }

    @Override
    public <T extends @Nullable Object> T interceptTestFactoryMethod(
            Invocation<T> facts, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        return masked(facts, context);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<@Nullable Void> fact, DynamicTestInvocationContext invocation, ExtensionContext context)
            throws Throwable {
        masked(fact, context);
    }

    /** Masks keys in the message of a failure, because the message is written to reports. */
    private static <T extends @Nullable Object> T masked(Invocation<T> invocation, ExtensionContext context)
            throws Throwable {
        try {
            return invocation.proceed();
        } catch (Throwable failure) {
            throw kit(context).secrets().mask(failure);
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }

    /** The values that {@link KitRun} has put into the store of its launcher session. */
    private static KitContext kit(ExtensionContext context) {
        return Objects.requireNonNull(
                context.getRoot().getStore(NAMESPACE).get(KitContext.class, KitContext.class),
                "start the tests with KitRun");
    }
}
