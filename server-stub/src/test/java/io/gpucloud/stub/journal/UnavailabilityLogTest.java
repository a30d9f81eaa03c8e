package io.gpucloud.stub.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("reads the log, which every stub that starts configures anew")
class UnavailabilityLogTest {

    private static final String LINE = "A call failed with HTTP 500 because its state is unavailable: no majority";

    private final Logger logger = (Logger) LoggerFactory.getLogger("gpu-cloud-stub.unavailable");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final AtomicLong millis = new AtomicLong(50_000);
    private final UnavailabilityLog log = new UnavailabilityLog(millis::get);

    @BeforeEach
    void record() {
        appender.start();
        logger.addAppender(appender);
        logger.setAdditive(false);
    }

    @AfterEach
    void stopRecording() {
        logger.detachAppender(appender);
        logger.setAdditive(true);
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            log.add("no majority");
        }
    }

    private List<String> lines() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void writesOneLineASecondAndCountsTheOthers() {
        fail(1_000);
        assertThat(lines()).containsExactly(LINE);
        millis.addAndGet(999);
        fail(1);
        assertThat(lines()).hasSize(1);
        millis.addAndGet(1);
        fail(2);
        assertThat(lines()).containsExactly(LINE, LINE + "; so did 1000 more since the last such line");
    }

    @Test
    void writesAgainAfterTheClockOfTheMachineWasSetBack() {
        fail(1);
        millis.addAndGet(-20_000);
        fail(1);
        assertThat(lines()).hasSize(2);
    }
}
