package io.gpucloud.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Ends the leases and resets the account of a Spring test before each test method, and publishes the files that explain
 * a failure.
 */
final class SpringStubExtension implements BeforeEachCallback, AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(SpringStubExtension.class);

    SpringStubExtension() {
        GpuCloudStubExtension.requireSupportedJUnit();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        ApplicationContext application = SpringExtension.getApplicationContext(context);
        StubAccount account = application.getBean(StubAccount.class);
        if (StubContextCustomizer.hasClient(application)) {
            ContextLeases.end(application, account);
        }
        account.reset();
        context.getStore(NAMESPACE).put(Held.class, new Held(account));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        // Not from the application context, which the test may have closed.
        Held held = context.getStore(NAMESPACE).get(Held.class, Held.class);
        if (held != null) {
            FailureReport.publishIfFailed(context, held.account());
            // What still waits would report that this test does not move the clock.
            held.account().endManualMode();
        }
    }

    /** JUnit closes what a store holds, but the account belongs to the application context. */
    private record Held(StubAccount account) {}
}
