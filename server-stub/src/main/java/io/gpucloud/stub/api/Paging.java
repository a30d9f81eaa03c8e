package io.gpucloud.stub.api;

import io.gpucloud.stub.paging.Page;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requested page. The contract declares numbers for some lists and strings for others; both are read in the
 * same way.
 *
 * @param defaultPageSize page size if the request has none
 * @param maxPageSize the largest page size; a larger one is reduced to it
 */
record Paging(int defaultPageSize, int maxPageSize) {

    /** Returns the first page of the default size. */
    Page.Request first() {
        return new Page.Request(1, Math.min(defaultPageSize, maxPageSize));
    }

    Page.Request of(@Nullable Integer page, @Nullable Integer pageSize) {
        return new Page.Request(
                page == null ? 1 : page, Math.min(pageSize == null ? defaultPageSize : pageSize, maxPageSize));
    }

    Page.Request of(@Nullable String page, @Nullable String pageSize) {
        return of(page == null ? null : Integer.valueOf(page), pageSize == null ? null : Integer.valueOf(pageSize));
    }
}
