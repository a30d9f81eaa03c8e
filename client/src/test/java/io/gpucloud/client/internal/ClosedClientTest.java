package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Latches;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that is closed during a call, and a deadline that passes between two stages of a call. */
@Isolated("stops every call that it hears of")
class ClosedClientTest extends ClientTestBase {

    private final Logger stages = CapturedLog.logger("org.apache.hc.client5.http");
    private UnsynchronizedAppenderBase<ILoggingEvent> appender = calling(message -> {});

    /** Calls a function with each log message of HttpClient, before the call continues. */
    private static UnsynchronizedAppenderBase<ILoggingEvent> calling(Consumer<String> stage) {
        return new UnsynchronizedAppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                stage.accept(event.getFormattedMessage());
            }
        };
    }

    private void atEachStage(Consumer<String> stage) {
        appender = calling(stage);
        appender.start();
        stages.setLevel(Level.DEBUG);
        stages.setAdditive(false);
        stages.addAppender(appender);
    }

    @AfterEach
    void listenNoMore() {
        stages.detachAppender(appender);
        stages.setAdditive(true);
        stages.setLevel(null);
    }

    /** The stages before anything is sent, by the log message of HttpClient at their start. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "preparing request execution",
                "acquiring endpoint",
                "acquiring connection",
                "endpoint lease request",
                "acquired endpoint",
                "opening connection",
                "connecting endpoint",
                " connecting null->",
                " connected ",
                "endpoint connected"
            })
    void callsThatHaveSentNothingFailWithIllegalStateException(String stage) {
        server.reply(Reply.balance());
        AtomicBoolean closed = new AtomicBoolean();
        atEachStage(message -> {
            if (message.contains(stage) && !closed.getAndSet(true)) {
                client.close();
            }
        });

        Throwable failure = catchThrowable(() -> client.instances().create(TestClients.POD_SPEC));

        assertThat(failure).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        assertThat(server.requests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("try") // Closing it early is what this is about.
    void callsThatWereSentFailWithTransportException(boolean create) throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        server.reply(Reply.silence().announcing(sent));
        var call = CompletableFuture.supplyAsync(
                () -> catchThrowable(() -> {
                    if (create) {
                        client.instances().create(TestClients.POD_SPEC);
                    } else {
                        client.instances().list();
                    }
                }),
                TestThreads.OF_THEIR_OWN);
        sent.await();
        client.close();

        assertThat(call.get())
                .isInstanceOfSatisfying(
                        TransportException.class,
                        failure -> assertThat(failure.mayHaveTakenEffect()).isEqualTo(create));
    }

    /** The call has its connection and does not use it yet when another thread closes the connection. */
    @Test
    void aDeadlineThatPassesBetweenTwoStagesEndsTheCall() {
        CountDownLatch discarded = new CountDownLatch(1);
        atEachStage(message -> {
            if (message.contains("acquired endpoint")) {
                Latches.await(discarded);
            } else if (message.contains("discarding endpoint")) {
                discarded.countDown();
            }
        });
        GpuCloudClient impatient = client.withOptions(options -> options.deadline(Duration.ofMillis(200)));

        var failure = catchThrowableOfType(
                TransportException.class, () -> impatient.instances().list());

        assertThat(failure).hasMessageContaining("deadline");
        assertThat(failure.mayHaveTakenEffect()).isFalse();
        assertThat(server.requests()).isZero();
    }

    @Test
    void callsThatRunWhileTheClientClosesThrowNoOtherExceptions() throws Exception {
        Set<String> failures = ConcurrentHashMap.newKeySet();
        server.reply(Reply.balance());
        for (int round = 0; round < 200; round++) {
            GpuCloudClient client = TestClients.connect(server);
            List<CompletableFuture<?>> calls = new ArrayList<>();
            for (int caller = 0; caller < 8; caller++) {
                calls.add(CompletableFuture.runAsync(
                        () -> {
                            Throwable failure = catchThrowable(client.billing()::balance);
                            if (failure != null
                                    && failure.getClass() != IllegalStateException.class
                                    && !(failure instanceof TransportException)) {
                                failures.add(failure.toString());
                            }
                        },
                        TestThreads.OF_THEIR_OWN));
            }
            client.close();
            CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new)).get();
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void stopsTheThreadThatClosesIdleConnections() throws Exception {
        server.reply(Reply.balance());
        Set<Thread> ofOthers = evictors();
        GpuCloudClient client = TestClients.connect(server);
        client.billing().balance();
        Set<Thread> started = evictors();
        started.removeAll(ofOthers);
        client.close();

        for (Thread thread : started) {
            thread.join();
        }
        assertThat(started).hasSize(1).noneMatch(Thread::isAlive);
    }

    private static Set<Thread> evictors() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("idle-connection-evictor"))
                .collect(Collectors.toSet());
    }
}
