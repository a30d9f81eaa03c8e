package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stub whose clock is frozen. */
class GpuCloudStubTest {

    @AutoClose
    private static final GpuCloudStub STUB = start();

    private final Caller caller = Caller.of(STUB.baseUrl(), "demo-key");

    private static GpuCloudStub start() {
        return GpuCloudStub.start("stub.clock.now=1767225600", "stub.clock.frozen=true");
    }

    @BeforeEach
    void reset() {
        caller.admin("POST", "/reset", "{\"clock\":{\"now\":1767225600,\"frozen\":true}}");
    }

    private static void use(Caller caller) {
        String uuid = caller.create("gpu-rtx-4090").textAt("/data/instance_uuid");
        caller.admin("POST", "/clock/advance", "{\"seconds\":5000}");
        caller.post(
                "/instance/shutdown_timer",
                "{\"instance_uuid\":\"" + uuid + "\",\"shutdown_time\":60,\"enable\":true}");
        caller.admin("POST", "/faults", "{\"effect\":\"never_boot\",\"api_key\":\"demo-key\",\"times\":3}");
        caller.admin("POST", "/faults", "{\"status\":500,\"probability\":0.5,\"operation\":\"getBalance\"}");
        caller.get("/balance/info");
        caller.admin("PUT", "/keys/second", "{\"permission\":\"read_only\"}");
        caller.admin(
                "PUT",
                "/accounts/tenant-a",
                "{\"stock\":[{\"gpu_uuid\":\"gpu-l40s\",\"stock\":1,\"schedule\":[{\"at\":5,\"stock\":2}]}]}");
        caller.admin("PUT", "/clock?account=tenant-a", "{\"now\":1900000000}");
    }

    @Test
    void returnsTheSameBytesForTheSameCallsAlsoAfterARestoredSnapshot() {
        String first;
        try (GpuCloudStub stub = start()) {
            Caller caller = Caller.of(stub.baseUrl(), "demo-key");
            use(caller);
            first = caller.adminGet("/snapshot").text();
            assertThat(caller.admin("POST", "/reset", null).status()).isEqualTo(204);
            assertThat(caller.get("/instance/list").at("/data/instance_list")).isEmpty();
            assertThat(caller.adminGet("/faults").at("/faults")).isEmpty();
            assertThat(caller.admin("PUT", "/snapshot", first).status()).isEqualTo(204);
            assertThat(caller.adminGet("/snapshot").text()).isEqualTo(first);
        }
        try (GpuCloudStub stub = start()) {
            Caller caller = Caller.of(stub.baseUrl(), "demo-key");
            use(caller);
            assertThat(caller.adminGet("/snapshot").text().replaceAll("\"machine_millis\":[0-9]+", ""))
                    .isEqualTo(first.replaceAll("\"machine_millis\":[0-9]+", ""));
        }
    }

    private String anAccountWithAFaultOfBefore() {
        caller.admin("POST", "/faults", "{\"effect\":\"never_boot\",\"api_key\":\"tenant-a\"}");
        String kept = caller.adminGet("/snapshot?account=tenant-a").text();
        caller.admin("POST", "/reset", null);
        return kept;
    }

    @Test
    void givesEachFaultItsOwnIdentifierAfterASnapshotIsRestored() {
        String kept = anAccountWithAFaultOfBefore();
        caller.admin("POST", "/faults", "{\"status\":500}");
        caller.admin("PUT", "/snapshot?account=tenant-a", kept);
        caller.admin("PUT", "/snapshot?account=tenant-b", kept);
        assertThat(faults()).containsExactly("fault-1", "fault-2", "fault-3");
        caller.admin("PUT", "/snapshot?account=tenant-b", kept);
        assertThat(caller.adminDelete("/faults?id=fault-2").status()).isEqualTo(204);
        assertThat(faults()).containsExactly("fault-1", "fault-4");
    }

    private List<String> faults() {
        return caller.adminGet("/faults")
                .at("/faults")
                .valueStream()
                .map(fault -> fault.path("id").stringValue())
                .toList();
    }

    @Test
    void numbersNewFaultsAfterThoseOfARestoredSnapshot() {
        String kept = anAccountWithAFaultOfBefore();
        caller.admin("PUT", "/snapshot?account=tenant-a", kept);
        assertThat(caller.admin("POST", "/faults", "{\"status\":500}").textAt("/id"))
                .isEqualTo("fault-2");
    }

    @Test
    void startsAgainWhenItIsReset() {
        caller.admin("POST", "/clock/advance", "{\"seconds\":100}");
        caller.admin("POST", "/reset", null);
        assertThat(caller.adminGet("/clock").longAt("/now")).isEqualTo(1_767_225_600);
        caller.admin("POST", "/reset", "{\"clock\":{\"now\":1000,\"frozen\":true}}");
        assertThat(caller.adminGet("/clock").text()).isEqualTo("{\"now\":1000,\"frozen\":true,\"speed\":1}");
    }
}
