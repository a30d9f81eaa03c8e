package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Three members behave as one stub. */
class ClusterTest {

    private static final LocalCluster CLUSTER = LocalCluster.of(3);
    private static final List<Http> AT =
            IntStream.range(0, 3).mapToObj(i -> Http.of(CLUSTER.stub(i))).toList();

    @AfterAll
    static void end() {
        CLUSTER.close();
    }

    @BeforeEach
    void reset() {
        assertThat(AT.get(0).admin("POST", "/reset").status()).isEqualTo(204);
    }

    @Test
    void returnsTheSameAccountOnEveryMember() {
        Set<String> created = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            created.add(AT.get(i % 3).create("tenant-a").text("/data/instance_uuid"));
        }
        assertThat(created).hasSize(12);
        String list = AT.get(0).get("tenant-a", "/instance/list").body();
        assertThat(created).allMatch(list::contains);
        assertThat(AT.get(1).get("tenant-a", "/instance/list").body()).isEqualTo(list);
        assertThat(AT.get(2).get("tenant-a", "/instance/list").body()).isEqualTo(list);
    }

    @Test
    void returnsTheSameErrorOnEveryMember() {
        for (int i = 0; i < 12; i++) {
            Http.Response refused =
                    AT.get(i % 3).post("tenant-r" + i, "/instance/destroy", "{\"instance_uuid\":\"none\"}");
            assertThat(refused.code()).isEqualTo(-1);
            assertThat(refused.body()).contains("cannot be destroyed");
        }
    }

    @Test
    void advancesTheClockOnEveryMember() {
        for (int i = 0; i < 6; i++) {
            long now = AT.get(i % 3)
                    .admin("PUT", "/clock", "{\"frozen\":true,\"now\":" + (4_000_000_000L + i) + "}")
                    .json()
                    .path("now")
                    .asLong();
            for (Http member : AT) {
                assertThat(member.admin("GET", "/clock").json().path("now").asLong())
                        .isEqualTo(now);
            }
        }
    }

    @Test
    void advancesInstancesOnEveryMember() {
        for (int i = 0; i < 6; i++) {
            AT.get(i % 3).create("tenant-t" + i);
        }
        AT.get(1).admin("POST", "/clock/advance", "{\"seconds\":60}");
        for (int i = 0; i < 6; i++) {
            assertThat(AT.get((i + 1) % 3).get("tenant-t" + i, "/instance/list").text("/data/instance_list/0/status"))
                    .isEqualTo("2");
        }
    }

    @Test
    void disablesAKeyOnEveryMember() {
        AT.get(0).get("tenant-k", "/balance/info");
        AT.get(1).admin("PUT", "/keys/tenant-k", "{\"status\":\"disabled\"}");
        assertThat(AT)
                .allMatch(member -> member.get("tenant-k", "/balance/info").status() == 401);
    }

    @Test
    void triggersAFaultAsOftenAsConfigured() {
        AT.get(2).get("tenant-f", "/balance/info");
        AT.get(0).admin("POST", "/faults", "{\"api_key\":\"tenant-f\",\"status\":503,\"times\":4}");
        long struck = IntStream.range(0, 12)
                .parallel()
                .filter(i -> AT.get(i % 3).get("tenant-f", "/balance/info").status() == 503)
                .count();
        assertThat(struck).isEqualTo(4);
        assertThat(AT.get(1).admin("GET", "/faults").json().path("faults")).isEmpty();
    }

    @Test
    void listsRequestsToAllMembersInTheJournal() {
        for (int i = 0; i < 6; i++) {
            AT.get(i % 3).get("tenant-j" + i, "/balance/info");
        }
        for (Http member : AT) {
            Http.Response found = member.admin("GET", "/requests?operation=getBalance&limit=4&wait_ms=5000&count=6");
            assertThat(found.json().path("total").asInt()).isEqualTo(6);
            assertThat(found.json().path("requests")).hasSize(4);
            for (JsonNode request : found.json().path("requests")) {
                Http.Response one =
                        member.admin("GET", "/requests/" + request.path("id").asString());
                assertThat(one.json()).isEqualTo(request);
            }
        }
        AT.get(1).admin("DELETE", "/requests");
        assertThat(AT)
                .allMatch(member -> member.admin("GET", "/requests?operation=getBalance")
                                .json()
                                .path("total")
                                .asInt()
                        == 0);
    }

    @Test
    void restoresASnapshotOfAnotherMember() {
        AT.get(0).admin("PUT", "/clock", "{\"frozen\":true}");
        for (int i = 0; i < 6; i++) {
            AT.get(i % 3).create("tenant-s" + i);
        }
        String taken = AT.get(0).admin("GET", "/snapshot").body();
        AT.get(1).admin("POST", "/reset");
        assertThat(AT.get(2).admin("GET", "/accounts").body()).doesNotContain("tenant-s");
        assertThat(AT.get(2).admin("PUT", "/snapshot", taken).status()).isEqualTo(204);
        assertThat(AT.get(1).admin("GET", "/snapshot").body()).isEqualTo(taken);
    }

    @Test
    void deletesAnAccountOnEveryMember() {
        AT.get(0).create("tenant-d");
        assertThat(AT.get(1).admin("DELETE", "/accounts/tenant-d").status()).isEqualTo(204);
        assertThat(AT)
                .allMatch(member -> !member.admin("GET", "/accounts").body().contains("tenant-d"));
        assertThat(AT.get(2).get("tenant-d", "/instance/list").json().at("/data/instance_list"))
                .isEmpty();
    }
}
