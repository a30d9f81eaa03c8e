package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.ResourceNotFoundException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the instances of an account. Requests further pages if the response hints at them, although none are
 * documented: an instance on page 2 must not count as destroyed.
 */
final class InstanceLister {

    /**
     * More pages than any account needs. Without a limit, a service that never repeats a page would be called forever.
     */
    private static final int MOST_PAGES = 1000;

    private final InstancePages api;
    private final InstanceList first;
    private final Map<String, Instance> instances = new LinkedHashMap<>();
    private final List<String> unreadable = new ArrayList<>();
    private InstanceList last;
    private boolean changed;

    private InstanceLister(InstancePages api, InstanceList first) {
        this.api = api;
        this.first = first;
        last = first;
        add(first);
    }

    static Listing<Instance> list(InstancePages api) {
        InstanceList first = api.list(null, null).payload();
        int size = pageSizeHintedBy(first);
        return size == 0 ? Listing.of(first.instanceList()) : new InstanceLister(api, first).allPages(size);
    }

    /** The size of the pages if there may be more than this one, else 0. */
    private static int pageSizeHintedBy(InstanceList list) {
        int records = count(list);
        Integer total = total(list);
        Integer declared = number(list, "page_size");
        int pageSize = declared == null ? 0 : declared;
        boolean more = total != null && total > records;
        boolean full = pageSize > 0 && pageSize == records;
        if (!more && !full) {
            return 0;
        }
        return pageSize > 0 ? pageSize : Math.max(1, records);
    }

    /** The number of all instances; null if the service does not send it. */
    private static @Nullable Integer total(InstanceList list) {
        return number(list, "total");
    }

    /** A number that the contract does not declare; null if it is absent or no number. */
    private static @Nullable Integer number(InstanceList list, String member) {
        Object value = list.additional().get(member);
        if (value instanceof Number number) {
            return (int) Math.min(number.longValue(), Integer.MAX_VALUE);
        }
        return value instanceof String text && text.matches("\\d{1,9}") ? Integer.valueOf(text) : null;
    }

    /** The number of records, unreadable ones included. */
    private static int count(InstanceList list) {
        Listing<Instance> records = Listing.of(list.instanceList());
        return records.size() + records.unreadable();
    }

    private Listing<Instance> allPages(int size) {
        for (int number = 2; number <= MOST_PAGES; number++) {
            InstanceList page = page(number, size).orElse(null);
            if (page == null || (count(page) > 0 && isSame(page, first))) {
                // The service rejects pages, or ignores the number of the page.
                return listing(false);
            }
            if (count(page) == 0 || isSame(page, last)) {
                return listing(isConsistent() && Listing.of(page.instanceList()).isComplete());
            }
            add(page);
        }
        return listing(false);
    }

    /** A page; empty if the service rejects the request for it. */
    private Optional<InstanceList> page(int number, int size) {
        try {
            return Optional.of(api.list(number, size).payload());
        } catch (BadRequestException | ResourceNotFoundException | OperationFailedException rejected) {
            return Optional.empty();
        }
    }

    /**
     * Adds a page. If it has an instance of an earlier page, or another total, the list has changed during the reading.
     */
    private void add(InstanceList page) {
        Listing<Instance> records = Listing.of(page.instanceList());
        for (Instance instance : records) {
            changed |= instances.put(instance.instanceUuid(), instance) != null;
        }
        changed |= !Objects.equals(total(first), total(page));
        unreadable.addAll(records.unreadableRecords());
        last = page;
    }

    private static boolean isSame(InstanceList page, InstanceList other) {
        return identifiers(page).equals(identifiers(other)) && count(page) == count(other);
    }

    private static List<String> identifiers(InstanceList page) {
        return page.instanceList().stream().map(Instance::instanceUuid).toList();
    }

    /** Whether the pages fit together: an instance can be missed if the list changes while its pages are read. */
    private boolean isConsistent() {
        Integer total = total(first);
        return !changed && (total == null || instances.size() + unreadable.size() >= total);
    }

    private Listing<Instance> listing(boolean complete) {
        return Listing.of(List.copyOf(instances.values()), unreadable, complete);
    }
}
