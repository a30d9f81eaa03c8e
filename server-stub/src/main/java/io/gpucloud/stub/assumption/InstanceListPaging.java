package io.gpucloud.stub.assumption;

/** How {@code listInstances} is paged; assumption {@code instance-list-paging}. */
public enum InstanceListPaging {
    /** Every response has all instances. */
    NONE,
    /** {@code page} and {@code page_size} select a page; the response has {@code total}, {@code page} and {@code page_size}. */
    PAGES,
    /** Every response has the first page of the default size; the parameters are ignored. The response has {@code total}. */
    FIRST_PAGE
}
