package io.gpucloud.stub.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/**
 * Prints in two lines why the program does not start, instead of Spring's longer report. Spring Boot also finds this class in
 * applications that embed the stub, so it does nothing until the main method of the stub enables it.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class StartupFailureReporter implements SpringBootExceptionReporter {

    /** A static field, because Spring creates the reporter itself. If a file is malformed, there is no application context. */
    private static volatile boolean on;

    private final ConfigurableEnvironment settings;

    StartupFailureReporter(@Nullable ConfigurableApplicationContext context) {
        settings = context == null ? new StandardEnvironment() : context.getEnvironment();
    }

    /** Enables the reporter for all applications of this JVM. */
    public static void switchOn() {
        on = true;
    }

    @Override
    public boolean reportException(Throwable failure) {
        if (!on) {
            return false;
        }
        FailureAnalysis explained = new StartupFailureAnalyzer(settings).analyzeProgram(failure);
        if (explained == null) {
            return false;
        }
        System.err.println(explained.getDescription() + System.lineSeparator() + explained.getAction());
        return true;
    }
}
