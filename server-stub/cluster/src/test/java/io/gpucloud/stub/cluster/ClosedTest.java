package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.GpuCloudStub;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster is closed unless somebody opens it, and says what it does not take. */
class ClosedTest {

    private static void start(String... settings) {
        GpuCloudStub unexpected = GpuCloudStubCluster.start(settings);
        unexpected.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stub.cluster.trust-network=false | nobody is named
            stub.cluster.members=0.0.0.0:5701 | whoever reaches this address could join
            stub.cluster.members=one | is not host:port
            stub.cluster.members=127.0.0.1:99999 | is not host:port
            stub.cluster.members=127.0.0.1:1,127.0.0.1:2 | is none of the members
            """)
    void refusesSettingsThatCannotBeMeant(String setting, String reason) {
        assertThatThrownBy(() -> start(setting)).rootCause().hasMessageContaining(reason);
    }

    @Test
    void refusesWhatEachMemberWouldDoByItself() {
        String members = "stub.cluster.members=127.0.0.1:5701";
        assertThatThrownBy(() -> start(members, "stub.tenants.idle=1m"))
                .rootCause()
                .hasMessageContaining("each member would see its own requests alone");
        assertThatThrownBy(() -> start(members, "stub.snapshot.file=state.json"))
                .rootCause()
                .hasMessageContaining("each member would put in what it kept itself");
    }

    @Test
    void isRefusedByAStubThatStandsAlone() {
        assertThatThrownBy(() -> GpuCloudStub.start("stub.cluster.members=127.0.0.1:5701"))
                .rootCause()
                .hasMessageContaining("this stub keeps its state alone");
    }

    @Test
    void doesNotWaitForEverForOthers() {
        List<String> members = LocalCluster.freeAddresses(3);
        assertThatThrownBy(() -> start(
                        "stub.cluster.members=" + String.join(",", members),
                        "stub.cluster.self=" + members.get(0),
                        "stub.cluster.join-timeout=2s"))
                .rootCause()
                .hasMessageContaining("no majority of them is there");
    }

    @Test
    void takesNoMemberWithAnotherSeed() {
        List<String> members = LocalCluster.freeAddresses(2);
        String all = "stub.cluster.members=" + String.join(",", members);
        String alone = "stub.cluster.members=" + members.get(1);
        try (GpuCloudStub other = GpuCloudStubCluster.start(alone, "stub.seed=classpath:empty")) {
            assertThatThrownBy(() -> start(all, "stub.cluster.self=" + members.get(0), "stub.cluster.join-timeout=3s"))
                    .rootCause()
                    .hasMessageContaining(members.get(1))
                    .hasMessageContaining("the version of the stub, its seed or its rules differ");
            assertThat(Http.of(other).get("tenant-a", "/balance/info").status()).isEqualTo(200);
        }
    }

    /** Two lists have two majorities. */
    @Test
    void takesNoMemberThatNamesOthers() {
        List<String> members = LocalCluster.freeAddresses(2);
        String all = "stub.cluster.members=" + String.join(",", members);
        String alone = "stub.cluster.members=" + members.get(1);
        try (GpuCloudStub other = GpuCloudStubCluster.start(alone)) {
            assertThatThrownBy(() -> start(all, "stub.cluster.self=" + members.get(0), "stub.cluster.join-timeout=3s"))
                    .rootCause()
                    .hasMessageContaining(members.get(1))
                    .hasMessageContaining("its list of members");
            assertThat(Http.of(other).get("tenant-a", "/balance/info").status()).isEqualTo(200);
        }
    }
}
