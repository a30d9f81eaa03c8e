package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Renters that use all members, each in an account of its own. */
final class Load {

    private final List<RentalWorkload> renters;
    private final List<Thread> threads;

    /** Renters that do not pause between their calls. */
    Load(String prefix, int accounts, List<URI> members) {
        this(prefix, accounts, members, Duration.ZERO);
    }

    Load(String prefix, int accounts, List<URI> members, Duration pause) {
        renters = IntStream.range(0, accounts)
                .mapToObj(account -> new RentalWorkload(prefix + account, members, pause))
                .toList();
        threads =
                renters.stream().map(renter -> new Thread(renter, renter.key())).toList();
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Ends all renters and waits for their last calls. */
    void stop() throws InterruptedException {
        renters.forEach(RentalWorkload::stop);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Ends all renters without waiting for them. */
    void abandon() {
        renters.forEach(RentalWorkload::stop);
    }

    List<String> keys() {
        return renters.stream().map(RentalWorkload::key).toList();
    }

    int done() {
        return renters.stream().mapToInt(RentalWorkload::done).sum();
    }

    int failed() {
        return renters.stream().mapToInt(RentalWorkload::failed).sum();
    }

    int unknown() {
        return renters.stream().mapToInt(RentalWorkload::unknown).sum();
    }

    /** Compares every account with the acknowledged operations of its renter, and checks its books. */
    void verify(List<MemberProcess> members) {
        for (RentalWorkload renter : renters) {
            assertThat(renter.failure())
                    .as("failure of the renter of %s", renter.key())
                    .isNull();
            List<String> lists = members.stream()
                    .map(member ->
                            member.http().get(renter.key(), "/instance/list").body())
                    .distinct()
                    .toList();
            assertThat(lists)
                    .as("instances of %s on every member", renter.key())
                    .hasSize(1);
            try (GpuCloudClient client = GpuCloudClient.builder()
                    .baseUrl(members.get(0).baseUrl().toString())
                    .apiKey(renter.key())
                    .allowPlainHttp()
                    .build()) {
                renter.verify(client.instances().list());
            }
            requireBalancedBooks(renter.key(), members.get(1).http());
        }
    }

    /** Balance = recharges - bills paid from the balance, to the cent. */
    private static void requireBalancedBooks(String key, Http member) {
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
}
