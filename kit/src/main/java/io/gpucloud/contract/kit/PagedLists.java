package io.gpucloud.contract.kit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The lists that the contract divides into pages. */
public final class PagedLists {

    /** The member of {@code data} that contains the entries, by the id of the operation. */
    public static final Map<String, String> MEMBERS = members();

    private PagedLists() {}

    private static Map<String, String> members() {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("listRecharges", "recharge_list");
        members.put("listBills", "order_list");
        members.put("listCards", "card_list");
        members.put("listMarketImages", "image_list");
        members.put("listPods", "pod_list");
        return Collections.unmodifiableMap(members);
    }
}
