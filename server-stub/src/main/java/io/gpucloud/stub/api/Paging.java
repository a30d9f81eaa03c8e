package io.gpucloud.stub.api;

import io.gpucloud.stub.paging.Page;
import org.jspecify.annotations.Nullable;

/**
 * Which page is meant. The contract declares numbers for some lists and strings for others; here they are alike.
 *
 * @param maxPageSize larger pages are cut to this size
 */
record Paging(int maxPageSize) {

    private static final int DEFAULT_PAGE_SIZE = 20;

    Page.Request of(@Nullable Integer page, @Nullable Integer pageSize) {
        return new Page.Request(
                page == null ? 1 : page, Math.min(pageSize == null ? DEFAULT_PAGE_SIZE : pageSize, maxPageSize));
    }

    Page.Request of(@Nullable String page, @Nullable String pageSize) {
        return of(page == null ? null : Integer.valueOf(page), pageSize == null ? null : Integer.valueOf(pageSize));
    }
}
