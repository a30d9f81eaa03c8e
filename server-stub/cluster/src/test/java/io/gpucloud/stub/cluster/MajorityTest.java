package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleService;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Without a majority all calls are rejected, and lost accounts are not opened again. */
class MajorityTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final List<String> KEYS =
            IntStream.range(0, 20).mapToObj(i -> "tenant-m" + i).toList();

    private final LocalCluster cluster = LocalCluster.of(3, "stub.lifecycle.boot=0s");

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void rejectsEveryProtectedCallWithoutAMajority() {
        KEYS.forEach(
                key -> assertThat(Http.of(cluster.stub(0)).create(key).code()).isZero());
        kill(1, 2);
        Http left = Http.of(cluster.stub(0));
        Await.until(
                "the member rejects calls",
                SOON,
                () -> left.get(KEYS.get(0), "/instance/list").status() == 500);
        for (String key : KEYS) {
            assertThat(left.get(key, "/instance/list").json().path("code").asInt())
                    .isEqualTo(-2);
            assertThat(left.create(key).body()).isEqualTo("{\"code\":-2,\"msg\":\"system exception\"}");
        }
        assertThat(left.get("tenant-new", "/instance/list").status()).isEqualTo(500);
        assertThat(left.admin("POST", "/reset").status()).isEqualTo(500);
        assertThat(left.admin("PUT", "/clock", "{\"frozen\":true}").status()).isEqualTo(500);
    }

    @Test
    void keepsLostAccountsUnavailableAfterARestart() {
        KEYS.forEach(
                key -> assertThat(Http.of(cluster.stub(0)).create(key).code()).isZero());
        kill(1, 2);
        cluster.stop(1);
        cluster.start(1);
        Http one = Http.of(cluster.stub(1));
        Await.until(
                "the member serves calls",
                SOON,
                () -> one.get("tenant-new", "/instance/list").status() == 200);
        long lost = 0;
        for (String key : KEYS) {
            Http.Response answer = one.get(key, "/instance/list");
            if (answer.status() == 200) {
                assertThat(answer.json().at("/data/instance_list"))
                        .as("of %s", key)
                        .hasSize(1);
            } else {
                assertThat(answer.code()).isEqualTo(-2);
                lost++;
            }
        }
        assertThat(lost).as("accounts whose backups died as well").isBetween(1L, KEYS.size() - 1L);
        assertThat(one.admin("GET", "/accounts").json().path("accounts")).hasSize(KEYS.size() + 1);
        assertThat(one.admin("POST", "/reset").status()).isEqualTo(204);
        KEYS.forEach(key -> assertThat(one.create(key).code()).isZero());
    }

    @Test
    void keepsClockKeysAndFaultsWhenAMemberDies() {
        Http first = Http.of(cluster.stub(0));
        first.admin("PUT", "/clock", "{\"frozen\":true,\"now\":4000000000}");
        first.create("tenant-off");
        first.admin("PUT", "/keys/tenant-off", "{\"status\":\"disabled\"}");
        first.admin("POST", "/faults", "{\"operation\":\"listGpus\",\"status\":503,\"times\":2}");
        kill(0);
        Http second = Http.of(cluster.stub(1));
        Await.until(
                "the member serves calls",
                SOON,
                () -> second.get("tenant-other", "/balance/info").status() == 200);
        assertThat(second.admin("GET", "/clock").json().path("now").asLong()).isEqualTo(4_000_000_000L);
        assertThat(second.get("tenant-off", "/balance/info").status()).isEqualTo(401);
        assertThat(second.get("tenant-other", "/gpu/list").status()).isEqualTo(503);
        cluster.stop(0);
        cluster.start(0);
        Http again = Http.of(cluster.stub(0));
        assertThat(again.admin("GET", "/clock").json().path("now").asLong()).isEqualTo(4_000_000_000L);
        assertThat(again.get("tenant-off", "/balance/info").status()).isEqualTo(401);
        assertThat(again.get("tenant-other", "/gpu/list").status()).isEqualTo(503);
        assertThat(again.get("tenant-other", "/gpu/list").status()).isEqualTo(200);
    }

    /** Terminates members without notice to the others. */
    private void kill(int... numbers) {
        for (int number : numbers) {
            int port = ClusterSettings.port(cluster.members().get(number));
            Hazelcast.getAllHazelcastInstances().stream()
                    .filter(one ->
                            one.getCluster().getLocalMember().getAddress().getPort() == port)
                    .map(HazelcastInstance::getLifecycleService)
                    .forEach(LifecycleService::terminate);
        }
    }
}
