package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.api.contract.CatalogApi;
import io.gpucloud.stub.api.model.GpuListResponse;
import io.gpucloud.stub.api.model.PodListResponse;
import io.gpucloud.stub.catalog.Catalog;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class CatalogController implements CatalogApi {

    private final Accounts accounts;
    private final Catalog catalog;
    private final Paging paging;
    private final ApiMapper mapper;

    CatalogController(Accounts accounts, Catalog catalog, Paging paging, ApiMapper mapper) {
        this.accounts = accounts;
        this.catalog = catalog;
        this.paging = paging;
        this.mapper = mapper;
    }

    @Override
    public GpuListResponse listGpus(AccountKey caller) {
        return mapper.gpus(accounts.read(caller, ReadOnlyAccount::listGpus));
    }

    @Override
    public PodListResponse listPods(ListPodsQuery query) {
        return mapper.pods(
                catalog.listPods(requireNonNullElse(query.name(), ""), paging.of(query.page(), query.pageSize())));
    }
}
