package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Three processes under load: one is killed, one hangs, one leaves. What was acknowledged is there in the end. */
class FailoverIT {

    private static final int RENTERS = 8;
    private static final Duration A_WHILE = Duration.ofSeconds(4);
    private static final Duration AGAIN = Duration.ofMinutes(2);

    @TempDir
    Path logs;

    private final List<MemberProcess> members = new ArrayList<>();
    private final List<Renter> renters = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void end() {
        renters.forEach(Renter::stop);
        members.forEach(MemberProcess::close);
    }

    @Test
    void losesNothingThatItAcknowledged() throws InterruptedException {
        members.addAll(MemberProcess.cluster(3, logs, "stub.lifecycle.boot=0s", "stub.metering.require-funds=false"));
        members.forEach(MemberProcess::begin);
        members.forEach(MemberProcess::awaitStarted);
        List<URI> urls = members.stream().map(MemberProcess::baseUrl).toList();
        IntStream.range(0, RENTERS).forEach(i -> renters.add(new Renter("tenant-" + i, urls)));
        renters.forEach(renter -> threads.add(new Thread(renter)));
        threads.forEach(Thread::start);
        Await.pause(A_WHILE);

        members.get(0).kill();
        tell("one is killed", Await.until("all accounts answer", AGAIN, () -> allAnswer(1, 2)));
        comesBack(0);

        members.get(1).signal("STOP");
        Duration without = Await.until("all accounts answer", AGAIN, () -> allAnswer(0, 2));
        tell("one hangs", without);
        Await.pause(Duration.ofSeconds(14).minus(without));
        members.get(1).signal("CONT");
        tell("it goes on", Await.until("all accounts answer", AGAIN, () -> allAnswer(0, 1, 2)));
        Await.pause(A_WHILE);

        members.get(2).leave();
        tell("one leaves", Await.until("all accounts answer", AGAIN, () -> allAnswer(0, 1)));
        comesBack(2);

        renters.forEach(Renter::stop);
        for (Thread thread : threads) {
            thread.join();
        }
        tell(
                "done " + sum(renters.stream().mapToInt(Renter::done)) + ", failed "
                        + sum(renters.stream().mapToInt(Renter::failed)) + ", of these with an unknown outcome "
                        + sum(renters.stream().mapToInt(Renter::unknown)),
                Duration.ZERO);
        renters.forEach(this::verify);
        assertThat(members.get(0)
                        .http()
                        .send("GET", "/actuator/health", null, null)
                        .body())
                .contains("\"majority\":true", "\"members\":3", "\"backups_in_sync\":true");
        members.forEach(FailoverIT::copiesWereEqual);
    }

    private void comesBack(int number) {
        members.get(number).begin();
        members.get(number).awaitStarted();
        Await.until("all accounts answer", AGAIN, () -> allAnswer(0, 1, 2));
        Await.until(
                "copies are where they belong",
                AGAIN,
                () -> members.get(number)
                        .http()
                        .send("GET", "/actuator/prometheus", null, null)
                        .body()
                        .contains("gpu_cloud_stub_cluster_backups_in_sync 1.0"));
        Await.pause(A_WHILE);
    }

    private boolean allAnswer(int... numbers) {
        return IntStream.of(numbers)
                .allMatch(number -> renters.stream()
                        .allMatch(renter -> members.get(number).http().reaches(renter.key())));
    }

    private void verify(Renter renter) {
        List<String> lists = members.stream()
                .map(member -> member.http().get(renter.key(), "/instance/list").body())
                .distinct()
                .toList();
        assertThat(lists).as("the same on every member").hasSize(1);
        try (GpuCloudClient client =
                GpuCloudClient.forStub(members.get(0).baseUrl().toString(), renter.key())) {
            renter.verify(client.instances().list());
        }
        theMoneyAddsUp(renter.key());
    }

    /** Balance = recharges - bills of channel 1, to the cent. */
    private void theMoneyAddsUp(String key) {
        Http member = members.get(1).http();
        JsonNode account =
                member.admin("GET", "/accounts/" + key + "/snapshot").json().at("/account/state");
        long paidIn = cents(account.path("recharges"), null);
        long billed = cents(account.path("charges"), "BALANCE") + cents(account.path("carried_over"), "BALANCE");
        JsonNode balance = member.get(key, "/balance/info").json().at("/data/balance");
        assertThat(balance.decimalValue().compareTo(BigDecimal.valueOf(paidIn - billed, 2)))
                .as("%s - %s = %s", paidIn, billed, balance)
                .isZero();
    }

    private static long cents(JsonNode entries, @Nullable String channel) {
        return StreamSupport.stream(entries.spliterator(), false)
                .filter(entry ->
                        channel == null || channel.equals(entry.path("channel").asString()))
                .mapToLong(entry -> entry.path("cents").asLong())
                .sum();
    }

    private static void copiesWereEqual(MemberProcess member) {
        assertThat(member.http().send("GET", "/actuator/prometheus", null, null).body())
                .contains("gpu_cloud_stub_cluster_differences_total 0.0");
    }

    private static int sum(IntStream numbers) {
        return numbers.sum();
    }

    private static void tell(String what, Duration time) {
        System.out.println("[failover] " + what + ": " + time.toMillis() + " ms");
    }
}
