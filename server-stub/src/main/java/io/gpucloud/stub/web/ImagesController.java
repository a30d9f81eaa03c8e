package io.gpucloud.stub.web;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.domain.AccountKey;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Catalog;
import io.gpucloud.stub.domain.Operation;
import io.gpucloud.stub.domain.Page;
import io.gpucloud.stub.web.api.ImagesApi;
import io.gpucloud.stub.web.wire.Acknowledgement;
import io.gpucloud.stub.web.wire.ImageReference;
import io.gpucloud.stub.web.wire.MarketImageListResponse;
import io.gpucloud.stub.web.wire.PrivateImageListResponse;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class ImagesController implements ImagesApi {

    private final Accounts accounts;
    private final Catalog catalog;
    private final Paging paging;
    private final Wire wire;

    ImagesController(Accounts accounts, Catalog catalog, Paging paging, Wire wire) {
        this.accounts = accounts;
        this.catalog = catalog;
        this.paging = paging;
        this.wire = wire;
    }

    @Override
    public MarketImageListResponse listMarketImages(ListMarketImagesQuery query) {
        Page.Request page = paging.of(query.page(), query.pageSize());
        return wire.marketImages(
                catalog.listMarketImages(
                        requireNonNullElse(query.cudaVersion(), ""),
                        requireNonNullElse(query.pythonVersion(), ""),
                        page),
                page);
    }

    @Override
    public PrivateImageListResponse listPrivateImages(AccountKey caller) {
        return wire.privateImages(accounts.perform(caller, new Operation.ListPrivateImages()));
    }

    @Override
    public Acknowledgement deletePrivateImage(AccountKey caller, ImageReference body) {
        accounts.perform(caller, new Operation.DeleteImage(body.imageUuid()));
        return wire.done();
    }
}
