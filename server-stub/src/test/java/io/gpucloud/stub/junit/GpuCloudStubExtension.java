package io.gpucloud.stub.junit;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.GpuCloudStub;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a stub: {@code @ExtendWith(GpuCloudStubExtension.class)}.
 *
 * <p>All tests of a JVM share one stub. Each test has an account with a clock of its own, so tests can run in parallel.
 * A test, or its constructor or {@code @BeforeEach} method, requests it with a parameter of the type
 * {@link StubAccount}. The account is deleted after the test.
 */
public final class GpuCloudStubExtension implements ParameterResolver {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(GpuCloudStubExtension.class);

    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    /** Starts on first use, and ends with the JVM. */
    private static final class SharedStub {
        private static final URI BASE_URL = GpuCloudStub.start().baseUrl();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == StubAccount.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException(
                    "An account belongs to one test, and here is none yet. Ask for it in the"
                            + " test or in a @BeforeEach method, or in the constructor of a class with an instance for each test.");
        }
        return context.getStore(NAMESPACE)
                .computeIfAbsent(Held.class, absent -> Held.create(), Held.class)
                .account();
    }

    /** The account belongs to the test, even if the constructor requests it. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    /** An account that is deleted with the store that holds it. */
    private record Held(StubAccount account) implements AutoCloseable {

        static Held create() {
            return new Held(new StubAccount(SharedStub.BASE_URL, "tenant-" + ACCOUNTS.incrementAndGet()));
        }

        @Override
        public void close() {
            Answer answer = Caller.of(account.baseUrl(), null).adminDelete("/accounts/" + account.apiKey());
            if (answer.status() >= 300) {
                throw new IllegalStateException(account + ": " + answer);
            }
        }
    }
}
