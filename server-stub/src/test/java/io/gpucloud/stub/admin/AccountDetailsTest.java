package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.account.ScheduledEvent;
import io.gpucloud.stub.account.Transition;
import io.gpucloud.stub.admin.model.EventKind;
import io.gpucloud.stub.admin.model.PhaseCause;
import io.gpucloud.stub.junit.AccountTestBase;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class AccountDetailsTest extends AccountTestBase {

    @BeforeEach
    void freeze() {
        caller.admin("PUT", "/clock?account=" + key, "{\"now\":2000000000,\"frozen\":true}");
    }

    private String create() {
        return caller.create("gpu-l40s").textAt("/data/instance_uuid");
    }

    private Answer read() {
        return caller.adminGet(account);
    }

    private int statusFor(String tag, String below) {
        return caller.call("GET", "/__admin" + account + below, null, "If-None-Match: " + tag)
                .status();
    }

    @Test
    void showWhatTheAccountHas() {
        caller.admin("PUT", account, "{\"balance\":12.34}");
        caller.admin("POST", account + "/cards", "{\"face_amount\":20}");
        caller.admin(
                "PUT",
                account,
                "{\"stock\":[{\"gpu_uuid\":\"gpu-l40s\",\"stock\":8,\"schedule\":[{\"at\":2000003600,\"stock\":0}]}]}");
        String uuid = create();
        Answer details = read();
        assertThat(details.status()).isEqualTo(200);
        assertThat(details.amountAt("/balance")).isEqualByComparingTo("12.34");
        assertThat(details.amountAt("/card_balance")).isEqualByComparingTo("20");
        assertThat(details.textAt("/cards/0/status")).isEqualTo("usable");
        assertThat(details.amountAt("/hourly_cost")).isZero();
        assertThat(details.intAt("/counts/instances")).isEqualTo(1);
        assertThat(details.intAt("/counts/running_instances")).isZero();
        assertThat(details.at("/clock").toString()).isEqualTo("{\"now\":2000000000,\"frozen\":true,\"speed\":1}");
        assertThat(details.booleanAt("/own_clock")).isTrue();
        assertThat(details.intAt("/lifecycle/boot")).isEqualTo(20);
        assertThat(details.at("/next_events").toString())
                .isEqualTo("[{\"due\":2000000020,\"kind\":\"boot_finished\",\"subject\":\"" + uuid + "\"}]");
        assertThat(details.at("/stock")
                        .valueStream()
                        .filter(stock -> stock.at("/gpu_uuid").stringValue().equals("gpu-l40s"))
                        .findAny()
                        .orElseThrow()
                        .toString())
                .isEqualTo(
                        "{\"gpu_uuid\":\"gpu-l40s\",\"held\":1,\"stock\":8,\"schedule\":[{\"at\":2000003600,\"stock\":0}]}");
        Answer instances = caller.adminGet(account + "/instances");
        assertThat(instances.at("/revision")).isEqualTo(details.at("/revision"));
        assertThat(instances.textAt("/instances/0/instance_uuid")).isEqualTo(uuid);
        assertThat(instances.intAt("/instances/0/status")).isEqualTo(1);
        assertThat(instances.at("/instances/0/events")).isEqualTo(details.at("/next_events"));
    }

    @Test
    void rememberThePhasesOfAnInstance() {
        String uuid = create();
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":100}");
        caller.post("/instance/save_image", "{\"instance_uuid\":\"" + uuid + "\"}");
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":100}");
        caller.post("/instance/startup", "{\"instance_uuid\":\"" + uuid + "\"}");
        assertThat(caller.adminGet(account + "/instances")
                        .at("/instances/0/phases")
                        .toString())
                .isEqualTo("[{\"status\":1,\"since\":2000000000},"
                        + "{\"status\":2,\"since\":2000000020,\"cause\":\"boot_finished\"},"
                        + "{\"status\":21,\"since\":2000000100,\"cause\":\"image_saved\"},"
                        + "{\"status\":22,\"since\":2000000110,\"cause\":\"shutdown_finished\"},"
                        + "{\"status\":1,\"since\":2000000200,\"cause\":\"startup\"}]");
    }

    /** Eight GPUs cost 15.84 per hour, so the second hour is the last. */
    @Test
    void sayWhyAnInstanceStopped() {
        String timed = create();
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":100}");
        caller.post(
                "/instance/shutdown_timer",
                "{\"instance_uuid\":\"" + timed + "\",\"shutdown_time\":2000000400,\"enable\":true}");
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":400}");
        assertThat(causes()).containsExactly("boot_finished", "timer_reached", "shutdown_finished");
        caller.post("/instance/destroy", "{\"instance_uuid\":\"" + timed + "\"}");
        caller.admin("PUT", account, "{\"balance\":20}");
        String pod = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":8}";
        caller.post("/instance/create_by_pod", pod);
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":10800}");
        assertThat(causes()).containsExactly("boot_finished", "funds_spent", "shutdown_finished");
    }

    private List<String> causes() {
        return caller.adminGet(account + "/instances").at("/instances/0/phases").findValuesAsString("cause");
    }

    @Test
    void nameEveryCauseOfAPhase() {
        assertThat(PhaseCause.values())
                .extracting(Enum::name)
                .containsExactlyElementsOf(Stream.of(Transition.values())
                        .map(Enum::name)
                        .filter(name -> !name.equals("TIMER_CHANGED"))
                        .toList());
    }

    @Test
    void sumUpTheBillsOfAnInstance() {
        BigDecimal before = read().amountAt("/spent");
        String uuid = create();
        assertThat(spent()).isEqualByComparingTo("0");
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":3620}");
        assertThat(spent()).isEqualByComparingTo("4.50");
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":1800}");
        assertThat(spent()).isEqualByComparingTo("4.50");
        caller.post("/instance/save_image", "{\"instance_uuid\":\"" + uuid + "\"}");
        assertThat(spent()).isEqualByComparingTo("6.75");
        assertThat(read().amountAt("/spent")).isEqualByComparingTo(before.add(new BigDecimal("6.75")));
        String snapshot = caller.adminGet("/snapshot?account=" + key).text();
        caller.admin("POST", "/reset?account=" + key, null);
        caller.admin("PUT", "/snapshot?account=" + key, snapshot);
        assertThat(spent()).isEqualByComparingTo("6.75");
        caller.post("/instance/destroy", "{\"instance_uuid\":\"" + uuid + "\"}");
        assertThat(read().amountAt("/spent")).isEqualByComparingTo(before.add(new BigDecimal("6.75")));
    }

    @Test
    void beginWithMoneyOnlyAndShowWhatWasSpentToTheCent() {
        Answer opened = read();
        assertThat(opened.amountAt("/balance")).isEqualByComparingTo("1000");
        assertThat(opened.amountAt("/spent")).isZero();
        assertThat(opened.at("/cards")).isEmpty();
        assertThat(opened.at("/counts/bills").intValue()).isZero();

        String uuid = create();
        assertThat(read().amountAt("/hourly_cost")).isZero();
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":20}");
        assertThat(read().amountAt("/hourly_cost")).isEqualByComparingTo("4.50");
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":10800}");
        caller.post("/instance/destroy", "{\"instance_uuid\":\"" + uuid + "\"}");

        assertThat(read().amountAt("/spent")).isEqualByComparingTo("13.50");
        assertThat(read().amountAt("/balance")).isEqualByComparingTo("986.50");
        assertThat(read().amountAt("/hourly_cost")).isZero();
    }

    /** The rest of the money pays for a part of the second hour. */
    @Test
    void billAnInstanceOnlyWhatIsPaid() {
        caller.admin("PUT", account, "{\"balance\":40}");
        String pod = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":8}";
        caller.post("/instance/create_by_pod", pod);
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":36000}");
        assertThat(spent()).isEqualByComparingTo("40.00");
    }

    @Test
    void spendNothingIfTheBalanceIsSetLower() {
        caller.admin("POST", account + "/recharges", "{\"amount\":50}");
        caller.admin("PUT", account, "{\"balance\":940}");
        assertThat(read().amountAt("/spent")).isZero();
        assertThat(caller.get("/bill/list").longAt("/data/total")).isZero();
        assertThat(caller.get("/recharge/list").at("/data/recharge_list").findValuesAsString("amount"))
                .containsExactly("0.0", "940.0");
        caller.admin(
                "PUT",
                "/snapshot?account=" + key,
                caller.adminGet("/snapshot?account=" + key).text());
        assertThat(read().amountAt("/balance")).isEqualByComparingTo("940");
    }

    private BigDecimal spent() {
        return caller.adminGet(account + "/instances").amountAt("/instances/0/spent");
    }

    @Test
    void showTheMomentAtWhichAnAccountWaitsForItsClock() {
        assertThat(read().longAt("/moment")).isEqualTo(2_000_000_000);
        caller.admin("PUT", account, "{\"own_clock\":false}");
        Answer waiting = read();
        assertThat(waiting.longAt("/moment")).isEqualTo(2_000_000_000);
        assertThat(waiting.longAt("/clock/now")).isLessThan(2_000_000_000);
    }

    /** The fault that prevents the boot is gone from the list of faults. */
    @Test
    void keepThePhasesAndTheFaultsInASnapshot() {
        fault("\"effect\":\"boot_fails\",\"times\":1");
        fault("\"status\":500,\"operation\":\"listBills\"");
        create();
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":100}");
        JsonNode before = caller.adminGet(account + "/instances").at("/instances/0/phases");
        JsonNode faults = caller.adminGet("/faults?api_key=" + key).json();
        String snapshot = caller.adminGet("/snapshot?account=" + key).text();
        caller.admin("POST", "/reset?account=" + key, null);
        caller.admin("PUT", "/snapshot?account=" + key, snapshot);
        caller.admin("PUT", "/snapshot?account=" + key, snapshot);
        assertThat(caller.adminGet("/faults?api_key=" + key).json()).isEqualTo(faults);
        assertThat(faults.at("/faults")).hasSize(1);
        assertThat(before.at("/0/effect").stringValue()).isEqualTo("boot_fails");
        assertThat(before.at("/0/fault").stringValue()).startsWith("fault-");
        assertThat(caller.adminGet(account + "/instances").at("/instances/0/phases"))
                .isEqualTo(before)
                .hasSize(2);
    }

    @Test
    void nameEveryKindOfEvent() {
        assertThat(EventKind.values())
                .extracting(Enum::name)
                .containsExactly(
                        Stream.of(ScheduledEvent.Kind.values()).map(Enum::name).toArray(String[]::new));
    }

    @Test
    void keepTheLatestHundredPhases() {
        caller.admin("PUT", account, "{\"lifecycle\":{\"boot\":0}}");
        String uuid = create();
        for (int i = 0; i < 60; i++) {
            caller.post("/instance/restart", "{\"instance_uuid\":\"" + uuid + "\"}");
        }
        assertThat(caller.adminGet(account + "/instances").at("/instances/0/phases"))
                .hasSize(100);
    }

    @Test
    void listPrivateImages() {
        String uuid = create();
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":100}");
        caller.post("/instance/save_image", "{\"instance_uuid\":\"" + uuid + "\",\"image_name\":\"mine\"}");
        JsonNode image = caller.adminGet(account).at("/images/0");
        assertThat(image.at("/title").stringValue()).isEqualTo("mine");
        assertThat(image.at("/save_image_status").intValue()).isEqualTo(1);
        assertThat(image.at("/create_time").longValue()).isEqualTo(2_000_000_100);
    }

    /** 2,000,000,000 is 800 seconds before a full hour. */
    @Test
    void sumUpSpendingBySpansOfTime() {
        caller.admin("POST", account + "/cards", "{\"face_amount\":6}");
        String uuid = create();
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":7220}");
        caller.post("/instance/destroy", "{\"instance_uuid\":\"" + uuid + "\"}");
        caller.admin("POST", account + "/recharges", "{\"amount\":50}");
        Answer spending = caller.adminGet(account + "/spending?seconds=3600&spans=3");
        assertThat(spending.at("/spans").toString())
                .isEqualTo("[{\"start\":1999998000,\"balance\":0.0,\"card\":0.0},"
                        + "{\"start\":2000001600,\"balance\":0.0,\"card\":4.5},"
                        + "{\"start\":2000005200,\"balance\":3.0,\"card\":1.5,\"recharged\":50.0}]");
        assertThat(caller.adminGet(account + "/spending").at("/spans")).hasSize(24);
    }

    @Test
    void includeInstancesThatListsHide() {
        fault("\"effect\":\"list_lag\",\"seconds\":60");
        create();
        Answer hidden = caller.adminGet(account + "/instances");
        assertThat(hidden.booleanAt("/instances/0/listed")).isFalse();
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":60}");
        assertThat(caller.adminGet(account + "/instances").booleanAt("/instances/0/listed"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/instances", "/spending"})
    void areNotSentAgainWhileNothingHasChanged(String below) {
        create();
        Answer first = caller.adminGet(account + below);
        String tag = first.header("ETag").orElseThrow();
        assertThat(tag).isEqualTo("W/\"" + first.textAt("/revision") + "\"");
        caller.get("/instance/list");
        caller.get("/bill/list");
        Answer second = caller.call("GET", "/__admin" + account + below, null, "If-None-Match: " + tag);
        assertThat(second.status()).isEqualTo(304);
        assertThat(second.text()).isEmpty();
        assertThat(second.header("ETag")).hasValue(tag);
        assertThat(statusFor("\"other\", " + tag, below)).isEqualTo(304);
        assertThat(statusFor("\"other\"", below)).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PUT | /accounts/KEY | {"balance":1}
            PUT | /accounts/KEY | {"lifecycle":{"boot":1}}
            POST | /accounts/KEY/recharges | {"amount":1}
            POST | /accounts/KEY/cards | {"face_amount":1}
            PUT | /accounts/KEY | {"stock":[{"gpu_uuid":"gpu-l40s","stock":1}]}
            PUT | /accounts/KEY | {"own_clock":false}
            PUT | /clock?account=KEY | {"frozen":false}
            POST | /clock/advance?account=KEY | {"seconds":1}
            """)
    void haveAnotherRevisionAfterEachChange(String method, String path, String body) {
        String before = read().header("ETag").orElseThrow();
        Answer change = caller.admin(method, path.replace("KEY", key), body);
        assertThat(change.status()).isBetween(200, 204);
        assertThat(statusFor(before, "")).isEqualTo(200);
    }
}
