package io.gpucloud.stub.startup;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gpucloud.stub.GpuCloudStub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The logging of a program that embeds a stub. Isolated, because all tests share the logging. */
@Isolated
class EmbeddedLoggingTest {

    @Test
    void staysAsTheProgramHasSetItUp() {
        Logger root = root((LoggerContext) LoggerFactory.getILoggerFactory());
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        root.addAppender(appender);
        root.setLevel(Level.ERROR);
        try (GpuCloudStub stub = GpuCloudStub.start("logging.level.root=info")) {
            assertThat(stub.baseUrl()).isNotNull();
            assertThat(root.getLevel()).isEqualTo(Level.ERROR);
            assertThat(root.isAttached(appender)).isTrue();
        } finally {
            root.setLevel(before);
            root.detachAppender(appender);
        }
    }

    @Test
    void doesNotTellThatAStubStarts() {
        LoggerContext usual = new LoggerContext();
        root(usual).setLevel(Level.INFO);

        EmbeddedLogging.quieten(usual);

        assertThat(usual.getLogger("org.springframework.boot.tomcat.TomcatWebServer")
                        .getEffectiveLevel())
                .isEqualTo(Level.WARN);
        assertThat(usual.getLogger("org.springframework.context").getEffectiveLevel())
                .isEqualTo(Level.INFO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ROOT", "org.springframework", "org.springframework.boot.web"})
    void tellsMoreToThoseWhoAskForIt(String asked) {
        LoggerContext detailed = new LoggerContext();
        root(detailed).setLevel(Level.INFO);
        detailed.getLogger(asked).setLevel(Level.DEBUG);

        EmbeddedLogging.quieten(detailed);

        assertThat(detailed.getLogger("org.springframework.boot.web.servlet").getEffectiveLevel())
                .isEqualTo(Level.DEBUG);
    }

    private static Logger root(LoggerContext logging) {
        return logging.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
