package io.gpucloud.stub.startup;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/**
 * Raises the log level of Tomcat, Spring and Hibernate Validator to WARN for a stub inside another program, unless that program has set a
 * level. Tests start and stop stubs often, and each start would log several lines at INFO. All other logging is left to the program.
 */
public final class EmbeddedLogging {

    private static final List<String> PARTS = List.of(
            "org.apache.catalina",
            "org.apache.coyote",
            "org.apache.tomcat",
            "org.hibernate.validator",
            "org.springframework.boot.tomcat",
            "org.springframework.boot.web",
            "org.springframework.web.servlet");

    /** Strong references, because the JDK discards loggers, with their levels, that nothing references. */
    private static final List<Logger> OF_THE_JDK =
            PARTS.stream().map(Logger::getLogger).toList();

    private EmbeddedLogging() {}

    /** Sets the levels that are not set. */
    public static void quieten() {
        OF_THE_JDK.stream()
                .filter(logger -> logger.getLevel() == null)
                .forEach(logger -> logger.setLevel(java.util.logging.Level.WARNING));
        // The program may use another logging library behind SLF4J, without Logback.
        boolean present =
                ClassUtils.isPresent("ch.qos.logback.classic.LoggerContext", EmbeddedLogging.class.getClassLoader());
        if (present && LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            quieten(logback);
        }
    }

    public static void quieten(LoggerContext logback) {
        PARTS.stream()
                .map(logback::getLogger)
                .filter(logger -> logger.getLevel() == null && logger.getEffectiveLevel() == Level.INFO)
                .forEach(logger -> logger.setLevel(Level.WARN));
    }
}
