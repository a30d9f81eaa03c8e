package io.gpucloud.contract.kit.behaviour;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.contract.kit.Administration;
import io.gpucloud.contract.kit.Answer;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Expect;
import io.gpucloud.contract.kit.Service;
import io.gpucloud.contract.kit.TestSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** What all lists that come in pages have in common (A24). */
@Behaviour
@Tag("A24")
class Paging {

    private static final Map<String, String> LISTS = lists();

    private static Map<String, String> lists() {
        Map<String, String> lists = new LinkedHashMap<>();
        lists.put("listPods", "pod_list");
        lists.put("listMarketImages", "image_list");
        lists.put("listCards", "card_list");
        lists.put("listBills", "order_list");
        lists.put("listRecharges", "recharge_list");
        return lists;
    }

    @TestFactory
    Stream<DynamicNode> ofEveryList(Service service) {
        return LISTS.keySet().stream()
                .filter(service.settings()::looksAt)
                .map(operation -> dynamicContainer(
                        operation,
                        Stream.of(
                                dynamicTest("pages put together are the list", () -> addUp(service, operation)),
                                dynamicTest("a page beyond the end is empty", () -> ends(service, operation)),
                                dynamicTest("a page may be large", () -> mayBeLarge(service, operation)))));
    }

    private static void addUp(Service service, String operation) {
        List<JsonNode> whole = entries(service.call(operation, "page_size", 1000), operation);
        List<JsonNode> together = new ArrayList<>();
        for (int page = 1; together.size() < Math.min(whole.size(), 6); page++) {
            Answer answer =
                    service.call(operation, "page", page, "page_size", 2).succeeds();
            List<JsonNode> entries = entries(answer, operation);
            Expect.that(!entries.isEmpty() && entries.size() <= 2, "entries of page " + page, "1 or 2", entries, "A24");
            together.addAll(entries);
        }
        Expect.equal("pages of 2 put together", whole.subList(0, together.size()), together, "A24");
    }

    private static void ends(Service service, String operation) {
        Object total = service.call(operation).succeeds().number("/data/total");
        service.call(operation, "page", 999_999, "page_size", 20)
                .succeeds()
                .has("/data/" + LISTS.get(operation), List.of(), "A24")
                .has("/data/total", total, "A24");
    }

    private static void mayBeLarge(Service service, String operation) {
        service.call(operation, "page_size", 999_999_999).succeeds();
    }

    private static List<JsonNode> entries(Answer answer, String operation) {
        return answer.succeeds().list("/data/" + LISTS.get(operation));
    }

    @TestFactory
    @Tag("admin")
    @Tag("changes")
    Stream<DynamicNode> ofListsWithMoreThan20Entries(Administration administration) {
        Map<String, Object> recharge = Map.of("amount", 10, "trade_offset", "-P3D");
        Map<String, Object> card = Map.of("title", "Card", "face_amount", 5, "bind_offset", "-P2D", "valid_days", 9);
        Map<String, Object> bill =
                Map.of("amount", 1, "charge_channel", 1, "settle_start_offset", "-P2D", "settle_end_offset", "-P1D");
        TestSession session =
                administration.openSession("recharges", copies(recharge), "cards", copies(card), "bills", copies(bill));
        return Stream.of("listCards", "listBills", "listRecharges")
                .map(operation -> dynamicContainer(
                        operation, Stream.of(dynamicTest("a page holds 20 unless asked otherwise", () -> {
                            Answer page =
                                    session.service().call(operation).succeeds().has("/data/total", 25, "A24");
                            Expect.equal(
                                    "entries of the first page",
                                    20,
                                    entries(page, operation).size(),
                                    "A24");
                        }))));
    }

    private static List<Map<String, Object>> copies(Map<String, Object> thing) {
        return Collections.nCopies(25, thing);
    }
}
