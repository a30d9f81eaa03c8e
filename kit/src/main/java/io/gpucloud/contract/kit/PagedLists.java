package io.gpucloud.contract.kit;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The lists that the contract divides into pages. */
public final class PagedLists {

    /** The member of {@code data} that contains the entries, by the id of the operation. */
    public static final Map<String, String> MEMBERS = Collections.unmodifiableMap(new TreeMap<>(Map.of(
            "listRecharges", "recharge_list",
            "listBills", "order_list",
            "listCards", "card_list",
            "listMarketImages", "image_list",
            "listPods", "pod_list")));

    private PagedLists() {}
}
