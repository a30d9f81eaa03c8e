package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.TestSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** The common behavior of paged lists. */
@KitTest
class Paging {

    private static final Source PAGE_SIZE = Source.contract("gpu-cloud-v2.yaml#/components/parameters/PageSize");

    @TestFactory
    @Tag("list-order")
    @Tag("max-page-size")
    Stream<DynamicNode> ofEveryList(ServiceClient service) {
        return ofEach(service, "all pages together are the list", Paging::addUp);
    }

    @TestFactory
    @Tag("page-beyond-end")
    Stream<DynamicNode> beyondTheEnd(ServiceClient service) {
        return ofEach(service, "a page beyond the end is empty", Paging::ends);
    }

    @TestFactory
    @Tag("max-page-size")
    Stream<DynamicNode> withManyRecords(ServiceClient service) {
        return ofEach(service, "a page may be large", Paging::mayBeLarge);
    }

    private static Stream<DynamicNode> ofEach(
            ServiceClient service, String name, BiConsumer<ServiceClient, String> check) {
        return ApiDocuments.PAGED_LISTS.keySet().stream()
                .filter(service.settings()::selects)
                .map(operation -> test(service, operation, name, check));
    }

    private static DynamicNode test(
            ServiceClient service, String operation, String name, BiConsumer<ServiceClient, String> check) {
        return dynamicContainer(operation, Stream.of(dynamicTest(name, () -> check.accept(service, operation))));
    }

    private static void addUp(ServiceClient service, String operation) {
        List<JsonNode> whole = entries(service.call(operation, Map.of("page_size", 1000)), operation);
        List<JsonNode> together = new ArrayList<>();
        for (int page = 1; together.size() < Math.min(whole.size(), 6); page++) {
            ServiceResponse response = service.call(operation, Map.of("page", page, "page_size", 2))
                    .succeeds();
            List<JsonNode> entries = entries(response, operation);
            boolean fits = !entries.isEmpty() && entries.size() <= 2;
            PAGE_SIZE.require(fits, "entries of page " + page, "1 or 2", entries);
            together.addAll(entries);
        }
        assumption("list-order").requireEqual("pages of 2 put together", whole.subList(0, together.size()), together);
    }

    private static void ends(ServiceClient service, String operation) {
        Object total = service.call(operation).succeeds().number("/data/total");
        service.call(operation, Map.of("page", 999_999, "page_size", 20))
                .succeeds()
                .has("/data/" + ApiDocuments.PAGED_LISTS.get(operation), List.of(), assumption("page-beyond-end"))
                .has("/data/total", total, assumption("page-beyond-end"));
    }

    private static void mayBeLarge(ServiceClient service, String operation) {
        service.call(operation, Map.of("page_size", 999_999_999)).succeeds();
    }

    private static List<JsonNode> entries(ServiceResponse response, String operation) {
        return response.succeeds().list("/data/" + ApiDocuments.PAGED_LISTS.get(operation));
    }

    @TestFactory
    @Tag("admin")
    @Tag("paging-defaults")
    Stream<DynamicNode> ofListsWithMoreThan20Entries(AdminApi adminApi) {
        Map<String, Object> recharge = Map.of("amount", 10, "trade_offset", "-P3D");
        Map<String, Object> card = Map.of("title", "Card", "face_amount", 5, "bind_offset", "-P2D", "valid_days", 9);
        Map<String, Object> bill =
                Map.of("amount", 1, "charge_channel", 1, "settle_start_offset", "-P2D", "settle_end_offset", "-P1D");
        TestSession session = adminApi.openSession(
                Map.of("recharges", copies(recharge), "cards", copies(card), "bills", copies(bill)));
        return Stream.of("listCards", "listBills", "listRecharges")
                .map(operation ->
                        test(session.service(), operation, "a page has 20 entries by default", Paging::has20));
    }

    private static void has20(ServiceClient service, String operation) {
        ServiceResponse page = service.call(operation).succeeds().has("/data/total", 25, assumption("paging-defaults"));
        int shown = entries(page, operation).size();
        assumption("paging-defaults").requireEqual("entries of the first page", 20, shown);
    }

    private static List<Map<String, Object>> copies(Map<String, Object> thing) {
        return Collections.nCopies(25, thing);
    }
}
