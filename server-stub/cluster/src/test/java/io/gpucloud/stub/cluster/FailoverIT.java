package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes under load: one is killed, one hangs, one leaves. No acknowledged operation is lost. */
class FailoverIT {

    private static final int RENTERS = 8;
    private static final Duration A_WHILE = Duration.ofSeconds(4);
    private static final Duration AGAIN = Duration.ofMinutes(2);

    @TempDir
    Path logs;

    private final List<MemberProcess> members = new ArrayList<>();
    private @Nullable Load load;

    @AfterEach
    void end() {
        if (load != null) {
            load.abandon();
        }
        members.forEach(MemberProcess::close);
    }

    @Test
    void losesNoAcknowledgedOperation() throws InterruptedException {
        members.addAll(MemberProcess.cluster(3, logs, "stub.lifecycle.boot=0s", "stub.metering.require-funds=false"));
        members.forEach(MemberProcess::begin);
        members.forEach(MemberProcess::awaitStarted);
        List<URI> urls = members.stream().map(MemberProcess::baseUrl).toList();
        load = new Load("tenant-", RENTERS, urls);
        load.start();
        Await.pause(A_WHILE);

        members.get(0).kill();
        report("one is killed", Await.until("all accounts are available", AGAIN, () -> allAvailable(1, 2)));
        restart(0);

        members.get(1).signal("STOP");
        Duration without = Await.until("all accounts are available", AGAIN, () -> allAvailable(0, 2));
        report("one hangs", without);
        Await.pause(Duration.ofSeconds(14).minus(without));
        members.get(1).signal("CONT");
        report("it goes on", Await.until("all accounts are available", AGAIN, () -> allAvailable(0, 1, 2)));
        Await.pause(A_WHILE);

        members.get(2).leave();
        report("one leaves", Await.until("all accounts are available", AGAIN, () -> allAvailable(0, 1)));
        restart(2);

        load.stop();
        report(
                "done " + load.done() + ", failed " + load.failed() + ", of these with an unknown outcome "
                        + load.unknown(),
                Duration.ZERO);
        load.verify(members);
        assertThat(members.get(0)
                        .http()
                        .send("GET", "/actuator/health", null, null)
                        .body())
                .contains("\"majority\":true", "\"members\":3", "\"backups_in_sync\":true");
        members.forEach(FailoverIT::requireNoDifferences);
    }

    private void restart(int number) {
        members.get(number).begin();
        members.get(number).awaitStarted();
        Await.until("all accounts are available", AGAIN, () -> allAvailable(0, 1, 2));
        Await.until(
                "all accounts have backups",
                AGAIN,
                () -> members.get(number)
                        .http()
                        .send("GET", "/actuator/prometheus", null, null)
                        .body()
                        .contains("gpu_cloud_stub_cluster_backups_in_sync 1.0"));
        Await.pause(A_WHILE);
    }

    private boolean allAvailable(int... numbers) {
        return IntStream.of(numbers)
                .allMatch(number -> Objects.requireNonNull(load).keys().stream()
                        .allMatch(key -> members.get(number).http().serves(key)));
    }

    private static void requireNoDifferences(MemberProcess member) {
        assertThat(member.http().send("GET", "/actuator/prometheus", null, null).body())
                .contains("gpu_cloud_stub_cluster_differences_total 0.0");
    }

    private static void report(String what, Duration time) {
        System.out.println("[failover] " + what + ": " + time.toMillis() + " ms");
    }
}
