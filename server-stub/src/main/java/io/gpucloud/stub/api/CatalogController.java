package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.api.contract.CatalogApi;
import io.gpucloud.stub.api.contract.ImagesApi;
import io.gpucloud.stub.api.model.Envelope;
import io.gpucloud.stub.api.model.GpuList;
import io.gpucloud.stub.api.model.ImageReference;
import io.gpucloud.stub.api.model.MarketImageList;
import io.gpucloud.stub.api.model.PodList;
import io.gpucloud.stub.api.model.PrivateImageList;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.paging.Page;
import org.springframework.web.bind.annotation.RestController;

/** The catalog, which is the same for all accounts, and the private images of the caller. */
@RestController
final class CatalogController implements CatalogApi, ImagesApi {

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
    public Envelope<GpuList> listGpus(AccountKey caller) {
        return mapper.gpus(accounts.read(caller, ReadOnlyAccount::listGpus));
    }

    @Override
    public Envelope<PodList> listPods(ListPodsQuery query) {
        String name = requireNonNullElse(query.name(), "");
        return mapper.pods(catalog.listPods(name, paging.of(query.page(), query.pageSize())));
    }

    @Override
    public Envelope<MarketImageList> listMarketImages(ListMarketImagesQuery query) {
        Page.Request page = paging.of(query.page(), query.pageSize());
        String cuda = requireNonNullElse(query.cudaVersion(), "");
        String python = requireNonNullElse(query.pythonVersion(), "");
        return mapper.marketImages(catalog.listMarketImages(cuda, python, page), page);
    }

    @Override
    public Envelope<PrivateImageList> listPrivateImages(AccountKey caller) {
        return mapper.privateImages(accounts.read(caller, ReadOnlyAccount::listPrivateImages));
    }

    @Override
    public Envelope<Void> deletePrivateImage(AccountKey caller, ImageReference body) {
        accounts.change(caller, account -> account.deleteImage(body.imageUuid()));
        return mapper.done();
    }
}
