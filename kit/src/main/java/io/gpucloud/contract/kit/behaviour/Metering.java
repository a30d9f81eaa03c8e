package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.TestSession;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The cost of running instances. */
@KitTest
@Tag("listBills")
@Tag("admin")
@Tag("billed-price")
@Tag("billed-time")
class Metering {

    private static final String FIRST = "/data/order_list/0";

    /** An account with money and nothing else. */
    private static TestSession rich(AdminApi adminApi, int amount) {
        return adminApi.openSession(Map.of("recharges", List.of(Map.of("amount", amount, "trade_offset", "-P1D"))));
    }

    @Test
    void includeABillForEachHourOfARunningInstance(AdminApi adminApi) {
        TestSession session = rich(adminApi, 1000);
        BigDecimal price = price(session.instances());
        session.instances().run();
        session.adminApi().advance(2 * AdminApi.HOUR);
        session.service()
                .call("listBills")
                .has("/data/total", 2, assumption("billed-time"))
                .has(FIRST + "/amount", price, assumption("billed-price"))
                .has(FIRST + "/charge_channel", 1, assumption("charge-order"));
    }

    @Test
    @Tag("billing-rounding")
    void includeTheRestOfAnHourWhenTheInstanceIsDestroyed(AdminApi adminApi) {
        TestSession session = rich(adminApi, 1000);
        BigDecimal price = price(session.instances());
        String instance = session.instances().run();
        session.adminApi().advance(1_800);
        session.service().destroy(instance).succeeds();
        BigDecimal half = price.divide(BigDecimal.valueOf(2), 2, RoundingMode.HALF_UP);
        session.service()
                .call("listBills")
                .has("/data/total", 1, assumption("billed-time"))
                .has(FIRST + "/amount", half, assumption("billing-rounding"));
    }

    @Test
    void includeNothingForTheTimeBeforeAnInstanceRuns(AdminApi adminApi) {
        TestSession session = rich(adminApi, 1000);
        String instance = session.instances().create().string("/data/instance_uuid");
        session.adminApi().advance(AdminApi.BOOT - 1);
        session.service().destroy(instance).succeeds();
        session.service().call("listBills").has("/data/order_list", List.of(), assumption("billed-time"));
    }

    @Test
    @Tag("charge-order")
    void areTakenFromCardsBeforeTheBalance(AdminApi adminApi) {
        TestSession session = rich(adminApi, 1000);
        session.adminApi().call("addCard", Map.of("face_amount", 1));
        BigDecimal price = price(session.instances());
        session.instances().run();
        session.adminApi().advance(AdminApi.HOUR);
        List<JsonNode> bills = session.service().call("listBills").list("/data/order_list");
        for (JsonNode bill : bills) {
            boolean ofCard = bill.path("charge_channel").asInt() == 2;
            BigDecimal expected = ofCard ? BigDecimal.ONE : price.subtract(BigDecimal.ONE);
            boolean same = expected.compareTo(bill.path("amount").asDecimal()) == 0;
            String what = "amount of channel " + bill.path("charge_channel");
            assumption("charge-order").require(same, what, expected.toString(), bill);
        }
        assumption("charge-order").requireEqual("number of bills", 2, bills.size());
    }

    @Test
    @Tag("out-of-funds")
    void endInAShutdownWhenNothingIsLeft(AdminApi adminApi) {
        TestSession session = rich(adminApi, 1000);
        BigDecimal price = price(session.instances());
        TestSession poor =
                adminApi.openSession(Map.of("recharges", List.of(Map.of("amount", price, "trade_offset", "-P1D"))));
        ServiceClient service = poor.service();
        String instance = poor.instances().run();
        poor.adminApi().advance(AdminApi.HOUR);
        poor.instances().expect(instance, 21, assumption("out-of-funds"));
        service.call("getBalance").has("/data/balance", 0, assumption("out-of-funds"));
    }

    private static BigDecimal price(InstanceOperations instances) {
        return instances.gpu().at("/price/hour").asDecimal();
    }
}
