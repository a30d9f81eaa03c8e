package io.gpucloud.client.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Records what a logger logs until it is closed. Parallel tests may log to the same logger, so look for a text of your
 * own.
 */
public final class CapturedLog implements AutoCloseable {

    private final Logger logger;
    private final @Nullable Level before;
    private final boolean changed;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    /** Begins to record from the level that the logger has. */
    public CapturedLog(String logger) {
        this(logger, null);
    }

    /** Begins to record from a level. */
    public CapturedLog(String logger, @Nullable Level level) {
        this.logger = logger(logger);
        before = this.logger.getLevel();
        changed = level != null;
        if (changed) {
            this.logger.setLevel(level);
        }
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        this.logger.addAppender(appender);
    }

    /** A logger whose level and appenders can be changed. */
    public static Logger logger(String name) {
        // While another thread begins to log, the factory is a substitute.
        while (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext)) {
            Thread.onSpinWait();
        }
        return (Logger) LoggerFactory.getLogger(name);
    }

    /** All messages, with those of their exceptions. */
    public List<String> messages() {
        return appender.list.stream()
                .map(event -> event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : event.getThrowableProxy().getMessage()))
                .toList();
    }

    /** The messages of a level that contain a text. */
    public List<String> messages(Level level, String text) {
        return appender.list.stream()
                .filter(event -> event.getLevel().equals(level))
                .map(ILoggingEvent::getFormattedMessage)
                .filter(message -> message.contains(text))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        if (changed) {
            logger.setLevel(before);
        }
    }
}
