package io.gpucloud.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** Resets the account of a Spring test before each test method, and publishes the files that explain a failure. */
final class SpringStubExtension implements BeforeEachCallback, AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(SpringStubExtension.class);

    @Override
    public void beforeEach(ExtensionContext context) {
        StubAccount account = SpringExtension.getApplicationContext(context).getBean(StubAccount.class);
        account.reset();
        context.getStore(NAMESPACE).put(StubAccount.class, account);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        // Not from the application context, which the test may have closed.
        StubAccount account = context.getStore(NAMESPACE).get(StubAccount.class, StubAccount.class);
        if (account != null) {
            FailureReport.publishIfFailed(context, account);
        }
    }
}
