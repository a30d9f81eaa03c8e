package io.gpucloud.contract.kit;

import java.util.Collections;
import java.util.Map;

/** Observes the pages of lists. */
record ListObservations(TestSession session, ServiceClient service, StubProfile profile) {

    /** More records than a page has by default. */
    private static final int MANY = 150;

    /** A page size that no service allows. */
    private static final int HUGE = 999_999_999;

    private static final int LARGEST_LIMIT = 100_000;

    /** The default and the largest size of a page. */
    void pageSizes() {
        ServiceClient rich = session.hasAdminApi() ? accountWithManyRecharges() : service;
        PagedLists.MEMBERS.forEach((operation, member) -> {
            ServiceResponse page = rich.call(operation);
            int shown = page.list("/data/" + member).size();
            if (shown > 0 && shown < page.at("/data/total").asInt(0)) {
                profile.set("paging-defaults", shown);
            }
        });
        ServiceResponse largest = service.call("listMarketImages", "page_size", HUGE);
        int used = largest.at("/data/page_size").asInt(0);
        if (used >= 1 && used <= LARGEST_LIMIT) {
            profile.set("max-page-size", used);
        }
    }

    private ServiceClient accountWithManyRecharges() {
        Map<String, Object> recharge = RequestMembers.of("amount", 10, "trade_offset", "-P3D");
        return session.adminApi()
                .openSession("recharges", Collections.nCopies(MANY, recharge))
                .service();
    }

    /** Whether the list of instances, for which the contract declares no pages, has some. Needs many instances. */
    void instanceList() {
        if (!session.hasAdminApi()) {
            return;
        }
        // More instances than fit on a page, if the list has pages.
        int pageSize = profile.observed("paging-defaults").map(Integer::valueOf).orElse(0);
        for (int instance = 0; instance <= pageSize; instance++) {
            session.instances().create(Map.of());
        }
        int listed = service.call("listInstances").list(InstanceList.LIST).size();
        int second = onPage(2);
        if (pageSize > 0 && listed == pageSize + 1) {
            profile.set("instance-list-paging", "none");
        } else if (pageSize > 0 && listed == pageSize) {
            boolean pages = second == 1 && onPage(999_999) == 0;
            profile.set("instance-list-paging", pages ? "pages" : "first-page");
        }
        service.instances().forEach(service::destroy);
    }

    /** The number of instances on a page of one instance. */
    private int onPage(int page) {
        Call list = service.prepare("listInstances", Map.of()).target("/instance/list?page=" + page + "&page_size=1");
        return service.send(list).list(InstanceList.LIST).size();
    }
}
