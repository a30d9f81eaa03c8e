package io.gpucloud.contract.kit;

import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Skips tests that the settings leave out, and gives each test a {@link TestSession} that is closed after it. */
final class KitExtension implements ExecutionCondition, ParameterResolver, AfterEachCallback, InvocationInterceptor {

    /** The namespace of values kept between tests. Its parts are those of {@link KitRun#NAMESPACE}. */
    private static final Namespace NAMESPACE = Namespace.create(KitExtension.class);

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
        Class<?> type = parameter.getParameter().getType();
        return type == ServiceClient.class
                || type == AdminApi.class
                || type == InstanceOperations.class
                || type == TestSession.class
                || type == Settings.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type == Settings.class) {
            return kit(context).settings();
        }
        TestSession session = session(context);
        if (type == ServiceClient.class) {
            return session.service();
        }
        if (type == InstanceOperations.class) {
            return session.instances();
        }
        return type == AdminApi.class ? session.adminApi() : session;
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

    private static KitContext kit(ExtensionContext context) {
        return Objects.requireNonNull(context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(
                        KitContext.class,
                        absent -> new KitContext(
                                KitParameters.read(context::getConfigurationParameter),
                                observer(context),
                                sleeper(context)),
                        KitContext.class));
    }

    private static RateLimitRetry.Sleeper sleeper(ExtensionContext context) {
        RateLimitRetry.Sleeper given = context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
                .get(RateLimitRetry.Sleeper.class, RateLimitRetry.Sleeper.class);
        return given == null ? RateLimitRetry.REAL_TIME : given;
    }

    private static ResponseObserver observer(ExtensionContext context) {
        ResponseObserver given = context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
                .get(ResponseObserver.class, ResponseObserver.class);
        return given == null ? (response, faulty) -> {} : given;
    }
}
