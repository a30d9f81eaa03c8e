package io.gpucloud.stub.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LogsTest {

    private static ILoggingEvent logged(Throwable failure) {
        Logger logger = new LoggerContext().getLogger("test");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        FailureLog.error(logger, "A request failed", failure);
        return lines.list.get(0);
    }

    @Test
    void hasOneLineForAFailureOfTheDatabase() {
        ILoggingEvent event =
                logged(new IllegalStateException("no connection", new SQLException("terminated by administrator")));
        assertThat(event.getFormattedMessage())
                .isEqualTo("A request failed: no connection terminated by administrator");
        assertThat(event.getThrowableProxy()).isNull();
    }

    @Test
    void hasTheStackTraceOfAnyOtherFailure() {
        assertThat(logged(new IllegalStateException("defect")).getThrowableProxy())
                .isNotNull();
    }

    @Test
    void hasOneLineForARequestWithTheKeyMasked() {
        JournaledRequest request =
                Requests.of("listGpus", "/api/open/v2/gpu/list", 0, "vendor-12345678", JournaledBody.NONE);
        assertThat(RequestLog.line(request))
                .isEqualTo("method=GET path=/api/open/v2/gpu/list query=page=1 operation=listGpus status=200 code=0"
                        + " duration_ms=7 key=****5678 faults=fault-2,fault-1");
    }
}
