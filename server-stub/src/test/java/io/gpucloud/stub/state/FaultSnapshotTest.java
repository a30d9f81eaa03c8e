package io.gpucloud.stub.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults in a snapshot: some with a limit, some with a probability, some already triggered. */
class FaultSnapshotTest {

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start("stub.clock.frozen=true");

    private final Caller tester = Caller.of(stub.baseUrl(), null);
    private final Caller account = Caller.of(stub.baseUrl(), "tenant-a").unchecked();

    @BeforeEach
    void setFaults() {
        fault("'operation':'getBalance','status':500,'times':40,'probability':0.5");
        fault("'operation':'listCards','code':-1,'msg':'no luck','times':3");
        fault("'operation':'startInstance','effect':'reset_connection','delay_ms':2,'probability':0.125");
        fault("'operation':'listGpus','effect':'html_body','status':502,'retry_after':3");
        fault("'operation':'listBills','delay_ms':5,'times':4,'probability':0.9");
        fault("'effect':'never_boot','times':28,'probability':0.5");
        fault("'effect':'no_server_url','seconds':120,'times':4,'probability':0.5");
        balances(20);
        boots(3);
    }

    @Test
    void continueTheirRandomSequencesAndTheirCounts() {
        String snapshot = snapshot();
        String balances = balances(60);
        String boots = boots(10);
        String faults = faults();

        assertThat(tester.admin("PUT", "/snapshot", snapshot).status()).isEqualTo(204);

        assertThat(snapshot()).isEqualTo(snapshot);
        assertThat(balances(60)).isEqualTo(balances).contains("x").contains(".");
        assertThat(boots(10)).isEqualTo(boots);
        assertThat(faults()).isEqualTo(faults);
    }

    private void fault(String members) {
        String body = "{'api_key':'tenant-a'," + members + "}";
        assertThat(tester.admin("POST", "/faults", body.replace('\'', '"')).status())
                .isEqualTo(201);
    }

    private String balances(int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> account.get("/balance/info").status() == 500 ? "x" : ".")
                .collect(Collectors.joining());
    }

    /**
     * Creates instances, and returns the status and the number of addresses of all of them when they have booted or
     * never will.
     */
    private String boots(int instances) {
        for (int i = 0; i < instances; i++) {
            account.create("gpu-rtx-4090");
        }
        tester.admin("POST", "/clock/advance", "{\"seconds\":60}");
        return account.get("/instance/list")
                .at("/data/instance_list")
                .valueStream()
                .map(instance -> instance.path("status") + ":"
                        + instance.path("server_url").size())
                .collect(Collectors.joining(" "));
    }

    private String faults() {
        return tester.adminGet("/faults").text();
    }

    private String snapshot() {
        return tester.adminGet("/snapshot").text();
    }
}
