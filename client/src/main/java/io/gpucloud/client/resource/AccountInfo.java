package io.gpucloud.client.resource;

import io.gpucloud.client.ChargeChannel;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.BillList;
import io.gpucloud.client.model.CardList;
import io.gpucloud.client.model.RechargeList;
import org.jspecify.annotations.Nullable;

/** What an account has, has consumed and has paid in. */
public interface AccountInfo {

    /**
     * Reads the balance: {@code GET /balance/info}.
     *
     * @return what is left
     * @throws GpuCloudException if it could not be read
     */
    Balance balance();

    /**
     * Lists compute cards: {@code GET /card/list}.
     *
     * @param page which page, from 1, or null for the service's choice
     * @param pageSize cards on a page, or null for the service's choice
     * @return one page of cards
     * @throws GpuCloudException if they could not be listed
     */
    CardList cards(@Nullable Integer page, @Nullable Integer pageSize);

    /**
     * Lists bill records: {@code GET /bill/list}.
     *
     * @param page which page, from 1, or null for the service's choice
     * @param pageSize records on a page, or null for the service's choice
     * @param channel only of this channel, or null for all
     * @param orderNumber only with this order number, or null for all
     * @return one page of records
     * @throws GpuCloudException if they could not be listed
     */
    BillList bills(
            @Nullable Integer page,
            @Nullable Integer pageSize,
            @Nullable ChargeChannel channel,
            @Nullable String orderNumber);

    /**
     * Lists recharges: {@code GET /recharge/list}.
     *
     * @param page which page, from 1, or null for the service's choice
     * @param pageSize recharges on a page, or null for the service's choice
     * @param tradeNumber only those whose number is like this, or null for all
     * @return one page of recharges
     * @throws GpuCloudException if they could not be listed
     */
    RechargeList recharges(@Nullable Integer page, @Nullable Integer pageSize, @Nullable String tradeNumber);
}
