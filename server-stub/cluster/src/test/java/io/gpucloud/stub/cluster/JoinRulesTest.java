package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.GpuCloudStub;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members reject unsafe settings and members of other clusters. */
class JoinRulesTest {

    private static void start(String... settings) {
        GpuCloudStub unexpected = GpuCloudStubCluster.start(settings);
        unexpected.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        stub.cluster.trust-network=false | no member is configured
        stub.cluster.members=0.0.0.0:5701 | any process that reaches this address could join
        stub.cluster.members=one | is not host:port
        stub.cluster.members=127.0.0.1:99999 | is not host:port
        stub.cluster.members=127.0.0.1:1,127.0.0.1:2 | is not one of the members
        """)
    void rejectsUnsafeSettings(String setting, String reason) {
        assertThatThrownBy(() -> start(setting)).rootCause().hasMessageContaining(reason);
    }

    @Test
    void rejectsSettingsOfASingleStub() {
        String members = "stub.cluster.members=127.0.0.1:5701";
        assertThatThrownBy(() -> start(members, "stub.tenants.idle=1m"))
                .rootCause()
                .hasMessageContaining("each member sees only the requests that it receives");
        assertThatThrownBy(() -> start(members, "stub.snapshot.file=state.json"))
                .rootCause()
                .hasMessageContaining("each member would restore only its own accounts");
    }

    @Test
    void rejectsClusterSettingsOfAStubWithoutACluster() {
        assertThatThrownBy(() -> GpuCloudStub.start("stub.cluster.members=127.0.0.1:5701"))
                .rootCause()
                .hasMessageContaining("this jar runs a single stub, not a cluster");
    }

    @Test
    void endsWhenNoMajorityJoinsInTime() {
        List<String> members = LocalCluster.freeAddresses(3);
        assertThatThrownBy(() -> start(
                        "stub.cluster.members=" + String.join(",", members),
                        "stub.cluster.self=" + members.get(0),
                        "stub.cluster.join-timeout=2s"))
                .rootCause()
                .hasMessageContaining("no majority of them has joined");
    }

    @Test
    void rejectsAMemberWithAnotherSeed() {
        List<String> members = LocalCluster.freeAddresses(2);
        String all = "stub.cluster.members=" + String.join(",", members);
        String alone = "stub.cluster.members=" + members.get(1);
        try (GpuCloudStub other = GpuCloudStubCluster.start(alone, "stub.seed=classpath:empty")) {
            assertThatThrownBy(() -> start(all, "stub.cluster.self=" + members.get(0), "stub.cluster.join-timeout=3s"))
                    .rootCause()
                    .hasMessageContaining(members.get(1))
                    .hasMessageContaining("the version of the stub, its seed, its rules");
            assertThat(Http.of(other).get("tenant-a", "/balance/info").status()).isEqualTo(200);
        }
    }

    /** Each list has its own majority. */
    @Test
    void rejectsAMemberWithAnotherListOfMembers() {
        List<String> members = LocalCluster.freeAddresses(2);
        String all = "stub.cluster.members=" + String.join(",", members);
        String alone = "stub.cluster.members=" + members.get(1);
        try (GpuCloudStub other = GpuCloudStubCluster.start(alone)) {
            assertThatThrownBy(() -> start(all, "stub.cluster.self=" + members.get(0), "stub.cluster.join-timeout=3s"))
                    .rootCause()
                    .hasMessageContaining(members.get(1))
                    .hasMessageContaining("or its list of members differ");
            assertThat(Http.of(other).get("tenant-a", "/balance/info").status()).isEqualTo(200);
        }
    }
}
