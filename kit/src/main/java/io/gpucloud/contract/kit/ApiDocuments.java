package io.gpucloud.contract.kit;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.AssumptionCatalogue;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The documents that the kit compares a service with. */
public final class ApiDocuments {

    public static final OpenApiDocument PUBLIC_API = OpenApiDocument.load("gpu-cloud-v2");

    /** The public API with the operations and members that were observed, but are not documented. */
    static final OpenApiDocument OBSERVED_API = OpenApiDocument.load("gpu-cloud-v2-observed");

    /** The {@code /__admin} API of the stub. */
    public static final OpenApiDocument ADMIN_API = OpenApiDocument.load("stub-admin-v1");

    static final AssumptionCatalogue ASSUMPTIONS = AssumptionCatalogue.load();

    /** The member of {@code data} that contains the entries of a list with pages, by the id of the operation. */
    public static final Map<String, String> PAGED_LISTS = Collections.unmodifiableMap(new TreeMap<>(Map.of(
            "listRecharges", "recharge_list",
            "listBills", "order_list",
            "listCards", "card_list",
            "listMarketImages", "image_list",
            "listPods", "pod_list")));

    private ApiDocuments() {}

    /** The operations of both APIs in order, with those that were observed. */
    static Stream<OpenApiOperation> operations() {
        return Stream.of(OBSERVED_API, ADMIN_API).flatMap(document -> document.operations().stream());
    }

    /** The assumptions in order, without open questions. */
    static Stream<Assumption> assumptions() {
        return ASSUMPTIONS.assumptions().filter(assumption -> !assumption.isOpen());
    }

    static boolean isOperation(String id) {
        return OBSERVED_API.hasOperation(id) || ADMIN_API.hasOperation(id);
    }

    static boolean isAssumption(String name) {
        return assumptions().anyMatch(assumption -> assumption.name().equals(name));
    }
}
