package io.gpucloud.stub.api;

import io.gpucloud.stub.paging.Page;
import org.jspecify.annotations.Nullable;

/**
 * Which page is meant. The contract declares numbers for some lists and strings for others; here they are alike.
 *
 * @param defaultPageSize size of a page if the request does not give one
 * @param maxPageSize larger pages are cut to this size
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
