package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Assumption.BILLED_PRICE;
import static io.gpucloud.contract.kit.Assumption.BILLED_TIME;
import static io.gpucloud.contract.kit.Assumption.BILLING_ROUNDING;
import static io.gpucloud.contract.kit.Assumption.CHARGE_ORDER;
import static io.gpucloud.contract.kit.Assumption.OUT_OF_FUNDS;

import io.gpucloud.contract.kit.Administration;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Expect;
import io.gpucloud.contract.kit.Pace;
import io.gpucloud.contract.kit.Rentals;
import io.gpucloud.contract.kit.Service;
import io.gpucloud.contract.kit.TestSession;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The cost of running instances. */
@Behaviour
@Tag("listBills")
@Tag("admin")
@Tag("changes")
@Tag("billed-price")
@Tag("billed-time")
class Metering {

    private static final String FIRST = "/data/order_list/0";

    /** An account with money and nothing else. */
    private static TestSession rich(Administration administration, int amount) {
        return administration.openSession("recharges", List.of(Map.of("amount", amount, "trade_offset", "-P1D")));
    }

    @Test
    void holdABillForEachHourOfARunningInstance(Administration administration) {
        TestSession session = rich(administration, 1000);
        BigDecimal price = price(session.rentals());
        session.rentals().run();
        session.administration().advance(2 * Pace.HOUR);
        session.service()
                .call("listBills")
                .has("/data/total", 2, BILLED_TIME)
                .has(FIRST + "/amount", price, BILLED_PRICE)
                .has(FIRST + "/charge_channel", 1, CHARGE_ORDER);
    }

    @Test
    @Tag("billing-rounding")
    void holdTheRestOfAnHourOnceTheInstanceIsLeft(Administration administration) {
        TestSession session = rich(administration, 1000);
        BigDecimal price = price(session.rentals());
        String instance = session.rentals().run();
        session.administration().advance(1_800);
        session.service().destroy(instance).succeeds();
        BigDecimal half = price.divide(BigDecimal.valueOf(2), 2, RoundingMode.HALF_UP);
        session.service()
                .call("listBills")
                .has("/data/total", 1, BILLED_TIME)
                .has(FIRST + "/amount", half, BILLING_ROUNDING);
    }

    @Test
    void holdNothingForTheTimeBeforeAnInstanceRuns(Administration administration) {
        TestSession session = rich(administration, 1000);
        String instance = session.rentals().create().string("/data/instance_uuid");
        session.administration().advance(Pace.BOOT - 1);
        session.service().destroy(instance).succeeds();
        session.service().call("listBills").has("/data/order_list", List.of(), BILLED_TIME);
    }

    @Test
    @Tag("charge-order")
    void areTakenFromCardsBeforeTheBalance(Administration administration) {
        TestSession session = rich(administration, 1000);
        session.administration().call("addCard", "face_amount", 1);
        BigDecimal price = price(session.rentals());
        session.rentals().run();
        session.administration().advance(Pace.HOUR);
        List<JsonNode> bills = session.service().call("listBills").list("/data/order_list");
        for (JsonNode bill : bills) {
            boolean ofCard = bill.path("charge_channel").asInt() == 2;
            BigDecimal expected = ofCard ? BigDecimal.ONE : price.subtract(BigDecimal.ONE);
            Expect.that(
                    expected.compareTo(bill.path("amount").asDecimal()) == 0,
                    "amount of channel " + bill.path("charge_channel"),
                    expected + "",
                    bill,
                    CHARGE_ORDER);
        }
        Expect.equal("number of bills", 2, bills.size(), CHARGE_ORDER);
    }

    @Test
    @Tag("out-of-funds")
    void endInAShutdownWhenNothingIsLeft(Administration administration) {
        TestSession session = rich(administration, 1000);
        BigDecimal price = price(session.rentals());
        TestSession poor =
                administration.openSession("recharges", List.of(Map.of("amount", price, "trade_offset", "-P1D")));
        Service service = poor.service();
        String instance = poor.rentals().run();
        poor.administration().advance(Pace.HOUR);
        poor.rentals().expect(instance, 21, OUT_OF_FUNDS);
        service.call("getBalance").has("/data/balance", 0, OUT_OF_FUNDS);
    }

    private static BigDecimal price(Rentals rentals) {
        return rentals.gpu().at("/price/hour").asDecimal();
    }
}
