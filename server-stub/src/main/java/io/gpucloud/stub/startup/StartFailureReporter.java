package io.gpucloud.stub.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/**
 * Prints in two lines why the program does not start, instead of Spring's report of a dozen. Spring finds it in every program that has the
 * stub on its class path, so it has to be switched on.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class StartFailureReporter implements SpringBootExceptionReporter {

    /** A static field, because Spring creates the reporters, before there is a context in the case of a malformed file. */
    private static volatile boolean on;

    private final ConfigurableEnvironment settings;

    StartFailureReporter(@Nullable ConfigurableApplicationContext context) {
        settings = context == null ? new StandardEnvironment() : context.getEnvironment();
    }

    /** Switches it on, for all that starts in this JVM. */
    public static void switchOn() {
        on = true;
    }

    @Override
    public boolean reportException(Throwable failure) {
        if (!on) {
            return false;
        }
        StartFailure explained = StartFailure.of(failure, settings).orElse(null);
        if (explained == null) {
            return false;
        }
        System.err.println(explained.problem() + System.lineSeparator() + explained.cure());
        return true;
    }
}
