package io.gpucloud.client.internal;

import io.gpucloud.client.AsyncPaged;
import io.gpucloud.client.GpuCloudAsyncClient;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.Paged;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.model.Recharge;
import io.gpucloud.client.resource.AsyncBilling;
import io.gpucloud.client.resource.AsyncGpus;
import io.gpucloud.client.resource.AsyncImages;
import io.gpucloud.client.resource.AsyncInstances;
import io.gpucloud.client.resource.AsyncPods;
import io.gpucloud.client.resource.BillFilter;
import io.gpucloud.client.resource.Billing;
import io.gpucloud.client.resource.Gpus;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.MarketImageFilter;
import io.gpucloud.client.resource.PodFilter;
import io.gpucloud.client.resource.Pods;
import io.gpucloud.client.resource.RechargeFilter;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Runs the operations of a client on its executor. */
record DefaultAsyncClient(GpuCloudClient sync, Waits waits, AsyncCalls calls) implements GpuCloudAsyncClient {

    @Override
    public AsyncInstances instances() {
        return new DefaultAsyncInstances(sync.instances(), waits, calls);
    }

    @Override
    public AsyncImages images() {
        return new ImagesOf(sync.images(), calls);
    }

    @Override
    public AsyncPods pods() {
        return new PodsOf(sync.pods(), calls);
    }

    @Override
    public AsyncGpus gpus() {
        return new GpusOf(sync.gpus(), calls);
    }

    @Override
    public AsyncBilling billing() {
        return new BillingOf(sync.billing(), calls);
    }

    private record ImagesOf(Images images, AsyncCalls calls) implements AsyncImages {

        @Override
        public AsyncPaged<MarketImage> market() {
            return paged(images.market(), calls);
        }

        @Override
        public AsyncPaged<MarketImage> market(MarketImageFilter filter) {
            return paged(images.market(filter), calls);
        }

        @Override
        public CompletableFuture<Listing<PrivateImage>> privateImages() {
            return calls.call(images::privateImages);
        }

        @Override
        public CompletableFuture<@Nullable Void> delete(String imageUuid) {
            Preconditions.identifier(imageUuid, "imageUuid");
            return calls.run(() -> images.delete(imageUuid));
        }
    }

    private record PodsOf(Pods pods, AsyncCalls calls) implements AsyncPods {

        @Override
        public AsyncPaged<Pod> list() {
            return paged(pods.list(), calls);
        }

        @Override
        public AsyncPaged<Pod> list(PodFilter filter) {
            return paged(pods.list(filter), calls);
        }
    }

    private record GpusOf(Gpus gpus, AsyncCalls calls) implements AsyncGpus {

        @Override
        public CompletableFuture<Listing<GpuModel>> list() {
            return calls.call(gpus::list);
        }

        @Override
        public CompletableFuture<GpuModel> cheapestAvailable(BigDecimal maxHourlyPrice) {
            Objects.requireNonNull(maxHourlyPrice, "maxHourlyPrice");
            return calls.call(() -> gpus.cheapestAvailable(maxHourlyPrice));
        }
    }

    private record BillingOf(Billing billing, AsyncCalls calls) implements AsyncBilling {

        @Override
        public CompletableFuture<Balance> balance() {
            return calls.call(billing::balance);
        }

        @Override
        public AsyncPaged<Card> cards() {
            return paged(billing.cards(), calls);
        }

        @Override
        public AsyncPaged<Bill> bills() {
            return paged(billing.bills(), calls);
        }

        @Override
        public AsyncPaged<Bill> bills(BillFilter filter) {
            return paged(billing.bills(filter), calls);
        }

        @Override
        public AsyncPaged<Recharge> recharges() {
            return paged(billing.recharges(), calls);
        }

        @Override
        public AsyncPaged<Recharge> recharges(RechargeFilter filter) {
            return paged(billing.recharges(filter), calls);
        }
    }

    private static <T> AsyncPaged<T> paged(Paged<T> paged, AsyncCalls calls) {
        return new DefaultAsyncPaged<>(paged, calls);
    }
}
