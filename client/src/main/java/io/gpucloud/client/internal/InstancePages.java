package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The pages of one reading of the instances. */
final class InstancePages {

    private final InstanceList first;
    private final Map<String, Instance> instances = new LinkedHashMap<>();
    private final List<String> unreadable = new ArrayList<>();
    private InstanceList last;
    private boolean changed;

    InstancePages(InstanceList first) {
        this.first = first;
        last = first;
        add(first);
    }

    /** The size of the pages, which the contract does not declare; 0 if there is none. */
    static int pageSize(InstanceList list) {
        String value = String.valueOf(list.additional().get("page_size"));
        return value.matches("\\d{1,9}") ? Integer.parseInt(value) : 0;
    }

    /** The number of records, unreadable ones included. */
    static int count(InstanceList list) {
        Listing<Instance> records = Listing.of(list.instanceList());
        return records.size() + records.unreadable();
    }

    /** Adds a page. If it has an instance of an earlier page, or another total, the list has changed during the reading. */
    void add(InstanceList page) {
        Listing<Instance> records = Listing.of(page.instanceList());
        for (Instance instance : records) {
            changed |= instances.put(instance.instanceUuid(), instance) != null;
        }
        changed |= !Objects.equals(first.total(), page.total());
        unreadable.addAll(records.unreadableRecords());
        last = page;
    }

    /** Whether a page is page 1 again, so that the service ignores the number of the page. */
    boolean repeatsFirst(InstanceList page) {
        return count(page) > 0 && identifiers(page).equals(identifiers(first)) && count(page) == count(first);
    }

    boolean repeatsLast(InstanceList page) {
        return identifiers(page).equals(identifiers(last)) && count(page) == count(last);
    }

    private static List<String> identifiers(InstanceList page) {
        return page.instanceList().stream().map(Instance::instanceUuid).toList();
    }

    /** Whether the pages fit together: an instance can be missed if the list changes while its pages are read. */
    boolean isConsistent() {
        Integer total = first.total();
        return !changed && (total == null || instances.size() + unreadable.size() >= total);
    }

    Listing<Instance> listing(boolean complete) {
        return Listing.of(List.copyOf(instances.values()), unreadable, complete);
    }
}
