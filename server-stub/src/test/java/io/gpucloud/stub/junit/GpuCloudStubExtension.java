package io.gpucloud.stub.junit;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a stub: {@code @ExtendWith(GpuCloudStubExtension.class)}, or {@link #with} in a field that is
 * {@code @RegisterExtension}.
 *
 * <p>All tests of a JVM share one stub. Each test has an account with a clock of its own, so tests can run in
 * parallel. A test, or its constructor or {@code @BeforeEach} method, requests them with parameters of the types {@link
 * StubAccount}, {@link InProcessClock}, {@link StubFaults} and {@link StubJournal}. When a test fails, the state of its account is published as
 * the file {@code gpu-cloud-stub.json}; in any case the account is deleted.
 */
public final class GpuCloudStubExtension implements ParameterResolver, AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(GpuCloudStubExtension.class);
    /** The supported parameter types and their factories. */
    static final Map<Class<?>, Function<StubAccount, Object>> PARAMETERS = Map.of(
            StubAccount.class, account -> account,
            InProcessClock.class, InProcessClock::new,
            StubFaults.class, StubFaults::new,
            StubJournal.class, StubJournal::new);

    private final List<String> settings;

    /** A stub with the default settings. */
    public GpuCloudStubExtension() {
        this(List.of());
    }

    private GpuCloudStubExtension(List<String> settings) {
        this.settings = settings;
    }

    /**
     * Uses a stub with these settings. Tests with the same settings share it.
     *
     * @param settings such as {@code stub.lifecycle.boot=5s}
     */
    public static GpuCloudStubExtension with(String... settings) {
        return new GpuCloudStubExtension(List.of(settings));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return PARAMETERS.containsKey(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Function<StubAccount, Object> make =
                PARAMETERS.get(parameter.getParameter().getType());
        if (make == null) {
            throw new IllegalArgumentException(parameter.toString());
        }
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException(
                    "An account belongs to one test, and here is none yet. Ask for it in the"
                            + " test or in a @BeforeEach method, or in the constructor of a class with an instance for each test.");
        }
        return make.apply(account(context));
    }

    /** The account belongs to the test, even if the constructor requests it. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Held held = context.getStore(NAMESPACE).get(Held.class, Held.class);
        if (held != null && context.getExecutionException().isPresent()) {
            String snapshot = held.account().snapshot();
            context.publishFile(
                    "gpu-cloud-stub.json", MediaType.APPLICATION_JSON, file -> Files.writeString(file, snapshot));
        }
    }

    private StubAccount account(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(
                        Held.class, absent -> new Held(SharedStub.with(settings).newAccount()), Held.class)
                .account();
    }

    /** An account that is deleted with the store that holds it. */
    private record Held(StubAccount account) implements AutoCloseable {
        @Override
        public void close() {
            account.calls().delete(account.path(""));
        }
    }
}
