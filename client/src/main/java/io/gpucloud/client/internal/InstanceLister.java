package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.PathNotFoundException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceList;
import java.util.Optional;

/**
 * Lists the instances of an account. Requests further pages if the response hints at them, although none are documented: an instance
 * on page 2 must not count as destroyed.
 */
record InstanceLister(InstancesApi api) {

    /** More pages than any account needs. Without a limit, a service that never repeats a page would be called forever. */
    private static final int MOST_PAGES = 1000;

    Listing<Instance> list() {
        InstanceList first = api.listInstances(null, null).payload();
        int size = pageSizeHintedBy(first);
        return size == 0 ? Listing.of(first.instanceList()) : allPages(first, size);
    }

    /** The size of the pages if there may be more than this one, else 0. */
    private static int pageSizeHintedBy(InstanceList list) {
        int records = InstancePages.count(list);
        Integer total = list.total();
        int pageSize = InstancePages.pageSize(list);
        boolean more = total != null && total > records;
        boolean full = pageSize > 0 && pageSize == records;
        if (!more && !full) {
            return 0;
        }
        return pageSize > 0 ? pageSize : Math.max(1, records);
    }

    private Listing<Instance> allPages(InstanceList first, int size) {
        InstancePages read = new InstancePages(first);
        for (int number = 2; number <= MOST_PAGES; number++) {
            Optional<InstanceList> page = page(number, size);
            if (page.isEmpty() || read.repeatsFirst(page.get())) {
                return read.listing(false);
            }
            if (InstancePages.count(page.get()) == 0 || read.repeatsLast(page.get())) {
                return read.listing(read.isConsistent()
                        && Listing.of(page.get().instanceList()).isComplete());
            }
            read.add(page.get());
        }
        return read.listing(false);
    }

    /** A page; empty if the service rejects the request for it. */
    private Optional<InstanceList> page(int number, int size) {
        try {
            return Optional.of(api.listInstances(number, size).payload());
        } catch (BadRequestException | PathNotFoundException | OperationFailedException rejected) {
            return Optional.empty();
        }
    }
}
