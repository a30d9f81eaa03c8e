package io.gpucloud.stub.web;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.domain.AccountKey;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Catalog;
import io.gpucloud.stub.domain.Operation;
import io.gpucloud.stub.web.api.CatalogApi;
import io.gpucloud.stub.web.wire.GpuListResponse;
import io.gpucloud.stub.web.wire.PodListResponse;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class CatalogController implements CatalogApi {

    private final Accounts accounts;
    private final Catalog catalog;
    private final Paging paging;
    private final Wire wire;

    CatalogController(Accounts accounts, Catalog catalog, Paging paging, Wire wire) {
        this.accounts = accounts;
        this.catalog = catalog;
        this.paging = paging;
        this.wire = wire;
    }

    @Override
    public GpuListResponse listGpus(AccountKey caller) {
        return wire.gpus(accounts.perform(caller, new Operation.ListGpus()));
    }

    @Override
    public PodListResponse listPods(ListPodsQuery query) {
        return wire.pods(
                catalog.listPods(requireNonNullElse(query.name(), ""), paging.of(query.page(), query.pageSize())));
    }
}
