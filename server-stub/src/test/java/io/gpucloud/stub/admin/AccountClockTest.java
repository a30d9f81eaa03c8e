package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import org.junit.jupiter.api.Test;

class AccountClockTest extends AccountTestBase {

    @Test
    void opensTheAccountAtTheMomentToWhichItIsSet() {
        Answer set = caller.admin("PUT", "/clock?account=" + key, "{\"now\":1000000,\"frozen\":true,\"speed\":60}");
        assertThat(set.text()).isEqualTo("{\"now\":1000000,\"frozen\":true,\"speed\":60}");
        assertThat(caller.get("/recharge/list").longAt("/data/recharge_list/0/pay_time"))
                .isEqualTo(1_000_000 - 86_400);
    }

    @Test
    void cannotBeSetBack() {
        caller.admin("PUT", "/clock?account=" + key, "{\"now\":1000000,\"frozen\":true}");
        caller.get("/balance/info");
        assertProblem(
                caller.admin("PUT", "/clock?account=" + key, "{\"now\":999999}"),
                409,
                "",
                "the clock already shows 1000000; only a reset can set it back");
    }

    @Test
    void stopsWhenItFollowsAStubThatIsBehind() {
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":86400}");
        caller.admin("PUT", "/clock?account=" + key, "{\"frozen\":true}");
        String created = caller.create("gpu-l40s").at("/data/create_time").toString();
        assertThat(caller.admin("PUT", account, "{\"own_clock\":false}").booleanAt("/own_clock"))
                .isFalse();
        assertThat(caller.create("gpu-l40s").at("/data/create_time").toString()).isEqualTo(created);
    }

    @Test
    void beginsAtThePresentMomentOfTheAccount() {
        Answer own = caller.admin("PUT", account, "{\"own_clock\":true}");
        assertThat(own.booleanAt("/own_clock")).isTrue();
        assertThat(own.longAt("/clock/now")).isBetween(own.longAt("/moment"), own.longAt("/moment") + 60);
    }
}
