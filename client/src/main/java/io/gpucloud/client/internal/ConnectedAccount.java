package io.gpucloud.client.internal;

import io.gpucloud.client.ChargeChannel;
import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.BalanceResponse;
import io.gpucloud.client.model.BillList;
import io.gpucloud.client.model.BillListResponse;
import io.gpucloud.client.model.CardList;
import io.gpucloud.client.model.CardListResponse;
import io.gpucloud.client.model.RechargeList;
import io.gpucloud.client.model.RechargeListResponse;
import io.gpucloud.client.resource.AccountInfo;
import org.jspecify.annotations.Nullable;

record ConnectedAccount(AccountApi api) implements AccountInfo {

    @Override
    public Balance balance() {
        return Answers.payload(ApiOperation.GET_BALANCE, api::getBalance, BalanceResponse::data);
    }

    @Override
    public CardList cards(@Nullable Integer page, @Nullable Integer pageSize) {
        return Answers.payload(ApiOperation.LIST_CARDS, () -> api.listCards(page, pageSize), CardListResponse::data);
    }

    @Override
    public BillList bills(
            @Nullable Integer page,
            @Nullable Integer pageSize,
            @Nullable ChargeChannel channel,
            @Nullable String orderNumber) {
        return Answers.payload(
                ApiOperation.LIST_BILLS,
                () -> api.listBills(text(page), text(pageSize), channel, orderNumber),
                BillListResponse::data);
    }

    @Override
    public RechargeList recharges(@Nullable Integer page, @Nullable Integer pageSize, @Nullable String tradeNumber) {
        return Answers.payload(
                ApiOperation.LIST_RECHARGES,
                () -> api.listRecharges(text(page), text(pageSize), tradeNumber),
                RechargeListResponse::data);
    }

    /** The contract declares the page numbers of these two lists as strings. */
    private static @Nullable String text(@Nullable Integer number) {
        return number == null ? null : number.toString();
    }
}
