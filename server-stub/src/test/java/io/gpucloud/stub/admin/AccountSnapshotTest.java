package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.junit.AccountTestBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountSnapshotTest extends AccountTestBase {

    @Test
    void restoresTheAccountWithItsClock() {
        caller.admin("PUT", "/clock?account=" + key, "{\"now\":1000000,\"frozen\":true}");
        caller.create("gpu-l40s");
        String snapshot = caller.adminGet("/snapshot?account=" + key).text();
        String before = caller.get("/balance/info").text();
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":864000}");
        assertThat(caller.get("/balance/info").text()).isNotEqualTo(before);
        assertRestores(snapshot);

        assertThat(caller.adminGet("/clock?account=" + key).text())
                .isEqualTo("{\"now\":1000000,\"frozen\":true,\"speed\":1}");
        assertThat(caller.get("/balance/info").text()).isEqualTo(before);

        caller.admin("POST", "/reset?account=" + key, null);
        assertThat(caller.get("/instance/list").at("/data/instance_list")).isEmpty();
        assertRestores(snapshot);
    }

    private void assertRestores(String snapshotWithAnInstance) {
        assertThat(caller.admin("PUT", "/snapshot?account=" + key, snapshotWithAnInstance)
                        .status())
                .isEqualTo(204);
        assertThat(caller.get("/instance/list").at("/data/instance_list")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "stub.limits.bills":"[0-9]+" | "stub.limits.bills":"5" | 409 | '' | it was taken from a stub with stub.limits.bills 5; this stub has 100000
            "stub.observed":"false" | "stub.observed":"true" | 409 | '' | it was taken from a stub with stub.observed true; this stub has false
            gpu-l40s | gpu-gone | 400 | account | an instance names a GPU model that is not there: gpu-gone
            "id":"fault-[0-9]+" | "id":"fault-x" | 400 | account.state.faults[0] | id must have the form fault-NUMBER
            "pod_uuids":\\[ | "pod_uuids":["x" | 400 | account | a card names a pod that is not there: x
            """)
    void isRejectedIfItDoesNotFitTheStub(String part, String other, int status, String member, String detail) {
        caller.create("gpu-l40s");
        caller.admin("POST", account + "/cards", "{\"face_amount\":20}");
        fault("\"effect\":\"never_boot\"");
        String snapshot = caller.adminGet("/snapshot?account=" + key).text();
        assertProblem(
                caller.admin("PUT", "/snapshot?account=" + key, snapshot.replaceAll(part, other)),
                status,
                member,
                detail);
    }

    @Test
    void isRejectedIfItsSeedCannotBeOpened() {
        String seed = """
                {"account": "with-a-seed", "seed": {
                  "instances": [{"pod_uuid": "pod-comfyui", "gpu_uuid": "gpu-l40s", "gpu_nums": 1}]}}
                """;
        caller.admin("POST", "/accounts", seed);
        String snapshot = caller.adminGet("/snapshot?account=with-a-seed").text();
        assertProblem(
                caller.admin(
                        "PUT", "/snapshot?account=with-a-seed", snapshot.replaceFirst("\"gpu-l40s\"", "\"gpu-gone\"")),
                400,
                "account",
                "an instance of the seed names a GPU model that is not there: gpu-gone");
        caller.adminDelete("/accounts/with-a-seed");
    }
}
