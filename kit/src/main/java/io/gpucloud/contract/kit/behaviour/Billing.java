package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.TestSession;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Recharges, balance and bills of an account. */
@KitTest
class Billing {

    private static final String BILLS = "/data/order_list";
    private static final String CARDS = "/data/card_list";
    private static final String RECHARGES = "/data/recharge_list";

    @Nested
    @Tag("getBalance")
    class ABalance {

        @Test
        @Tag("balance-sum")
        @Tag("max-page-size")
        void isTheRechargesLessTheBills(ServiceClient service) {
            BigDecimal paidIn = sum(all(service.call("listRecharges", Map.of("page_size", 1000)), RECHARGES), "amount");
            BigDecimal billed = sum(
                    all(service.call("listBills", Map.of("page_size", 1000, "charge_channel", 1)), BILLS), "amount");
            service.call("getBalance")
                    .succeeds()
                    .has("/data/balance", paidIn.subtract(billed), assumption("balance-sum"));
        }

        @Test
        @Tag("admin")
        @Tag("balance-sum")
        void growsByARecharge(ServiceClient service, AdminApi adminApi) {
            BigDecimal before = service.call("getBalance").number("/data/balance");
            adminApi.call("addRecharge", Map.of("amount", 12.34));
            service.call("getBalance")
                    .has("/data/balance", before.add(new BigDecimal("12.34")), assumption("balance-sum"));
        }

        @Test
        @Tag("admin")
        @Tag("card-balance")
        void countsCardsUntilTheyExpire(ServiceClient service, AdminApi adminApi) {
            BigDecimal before = service.call("getBalance").number("/data/card_balance");
            adminApi.call("addCard", Map.of("face_amount", 5, "valid_days", 1));
            service.call("getBalance")
                    .has("/data/card_balance", before.add(new BigDecimal(5)), assumption("card-balance"));
            adminApi.advance(86_400);
            service.call("getBalance").has("/data/card_balance", before, assumption("card-balance"));
        }
    }

    @Nested
    @Tag("listCards")
    class ListOfCards {

        @Test
        @Tag("balance-sum")
        @Tag("max-page-size")
        void equalsTheBillsOfCards(ServiceClient service) {
            List<JsonNode> cards = all(service.call("listCards", Map.of("page_size", 1000)), CARDS);
            List<JsonNode> bills =
                    all(service.call("listBills", Map.of("page_size", 1000, "charge_channel", 2)), BILLS);
            BigDecimal spent = sum(cards, "face_amount").subtract(sum(cards, "leave_amount"));
            BigDecimal billed = sum(bills, "amount");
            boolean same = spent.compareTo(billed) == 0;
            assumption("balance-sum").require(same, "amount spent from the cards", billed.toString(), spent);
        }

        @Test
        @Tag("card-texts")
        @Tag("max-page-size")
        void returnsTheStatusOfEachCard(ServiceClient service) {
            for (JsonNode card : all(service.call("listCards", Map.of("page_size", 1000)), CARDS)) {
                String status = card.path("status_txt").asString("");
                String bound = card.path("bind_txt").asString("");
                boolean known = List.of("usable", "used up", "expired").contains(status);
                assumption("card-texts").require(known, "status_txt of a card", "usable, used up or expired", status);
                String expected = status.equals("expired") ? "released" : "bound";
                assumption("card-texts").requireEqual("bind_txt of a card that is " + status, expected, bound);
            }
        }

        @Test
        @Tag("admin")
        void isEmptyInAnAccountWithoutCards(AdminApi adminApi) {
            TestSession session = adminApi.openSession(Map.of("recharges", List.of()));
            session.service()
                    .call("listCards")
                    .succeeds()
                    .has(CARDS, List.of(), Source.contract("gpu-cloud-v2.yaml#/components/schemas/CardList"));
        }

        @Test
        @Tag("admin")
        void namesThePodsThatACardAppliesTo(ServiceClient service, AdminApi adminApi) {
            JsonNode first = all(service.call("listPods"), "/data/pod_list").get(0);
            String pod = first.path("uuid").asString();
            adminApi.call("addCard", Map.of("face_amount", 5, "pods", List.of(pod)));
            service.call("listCards")
                    .has(CARDS + "/0/pods/0/uuid", pod, Source.contract("gpu-cloud-v2.yaml#/components/schemas/Card"));
        }
    }

    @Nested
    @Tag("listBills")
    class ListOfBills {

        @Test
        void keepsOneChannel(ServiceClient service) {
            for (int channel : List.of(1, 2)) {
                ServiceResponse bills = service.call("listBills", Map.of("charge_channel", channel));
                Source source = Source.contract("gpu-cloud-v2.yaml#/paths/~1bill~1list/get/parameters/2");
                for (JsonNode bill : bills.succeeds().list(BILLS)) {
                    int got = bill.path("charge_channel").asInt();
                    source.requireEqual("channel of a bill", channel, got);
                }
            }
        }

        @Test
        @Tag("charge-channel-filter")
        void isEmptyForAnUnknownChannel(ServiceClient service) {
            service.call("listBills", Map.of("charge_channel", 77))
                    .succeeds()
                    .has(BILLS, List.of(), assumption("charge-channel-filter"));
        }

        @Test
        @Tag("order-number-filter")
        void findsABillByItsWholeNumberOnly(ServiceClient service) {
            JsonNode bill = service.call("listBills").first(BILLS);
            String number = bill.path("order_number").asString();
            service.call("listBills", Map.of("order_number", number))
                    .succeeds()
                    .has(BILLS, List.of(bill), assumption("order-number-filter"));
            service.call("listBills", Map.of("order_number", number.substring(1)))
                    .succeeds()
                    .has(BILLS, List.of(), assumption("order-number-filter"));
        }

        @Test
        @Tag("list-order")
        @Tag("max-page-size")
        void beginsWithTheNewest(ServiceClient service) {
            newestFirst(all(service.call("listBills", Map.of("page_size", 1000)), BILLS), "order_time");
        }
    }

    @Nested
    @Tag("listRecharges")
    class ListOfRecharges {

        @Test
        @Tag("trade-number-filter")
        void findsARechargeByAPartOfItsNumberInAnyCase(ServiceClient service) {
            JsonNode recharge = service.call("listRecharges").first(RECHARGES);
            String number = recharge.path("trade_number").asString();
            String part = number.substring(number.length() / 2).toLowerCase(Locale.ROOT);
            List<JsonNode> found = all(service.call("listRecharges", Map.of("trade_number", part)), RECHARGES);
            assumption("trade-number-filter")
                    .require(found.contains(recharge), "recharges whose number contains " + part, number, found);
        }

        @Test
        @Tag("trade-number-filter")
        void isEmptyIfNoNumberFits(ServiceClient service) {
            service.call("listRecharges", Map.of("trade_number", "no such number"))
                    .succeeds()
                    .has(RECHARGES, List.of(), assumption("trade-number-filter"));
        }

        @Test
        @Tag("list-order")
        @Tag("max-page-size")
        void beginsWithTheNewest(ServiceClient service) {
            newestFirst(all(service.call("listRecharges", Map.of("page_size", 1000)), RECHARGES), "trade_time");
        }
    }

    private static void newestFirst(List<JsonNode> records, String time) {
        List<Long> times =
                records.stream().map(record -> record.path(time).asLong(0)).toList();
        List<Long> sorted = times.stream().sorted(Comparator.reverseOrder()).toList();
        assumption("list-order").requireEqual(time + " of the records", sorted, times);
    }

    private static BigDecimal sum(List<JsonNode> records, String amount) {
        return records.stream()
                .map(record -> record.path(amount).asDecimal(BigDecimal.ZERO))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** All records of a list that fits on the largest page. */
    private static List<JsonNode> all(ServiceResponse response, String list) {
        List<JsonNode> records = response.succeeds().list(list);
        Assumptions.assumeTrue(
                response.number("/data/total").intValue() == records.size(),
                "the list is longer than the largest page");
        return records;
    }
}
