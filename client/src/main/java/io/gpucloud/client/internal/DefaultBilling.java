package io.gpucloud.client.internal;

import io.gpucloud.client.Page;
import io.gpucloud.client.Paged;
import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.BillList;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.CardList;
import io.gpucloud.client.model.Recharge;
import io.gpucloud.client.model.RechargeList;
import io.gpucloud.client.resource.BillFilter;
import io.gpucloud.client.resource.Billing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

record DefaultBilling(AccountApi api) implements Billing {

    @Override
    public Balance balance() {
        return api.getBalance().payload();
    }

    @Override
    public Paged<Card> cards() {
        return Paged.of((page, size) -> {
            CardList list = api.listCards(page, size).payload();
            return new Page<>(page, list.cardList(), list.total());
        });
    }

    @Override
    public Paged<Bill> bills(BillFilter filter) {
        Objects.requireNonNull(filter, "filter");
        return Paged.of((page, size) -> {
            BillList list = api.listBills(
                            String.valueOf(page), String.valueOf(size), filter.channel(), filter.orderNumber())
                    .payload();
            return new Page<>(page, list.orderList(), list.total());
        });
    }

    @Override
    public Paged<Recharge> recharges() {
        return numbered(null);
    }

    @Override
    public Paged<Recharge> recharges(String tradeNumber) {
        return numbered(Objects.requireNonNull(tradeNumber, "tradeNumber"));
    }

    private Paged<Recharge> numbered(@Nullable String tradeNumber) {
        return Paged.of((page, size) -> {
            RechargeList list = api.listRecharges(String.valueOf(page), String.valueOf(size), tradeNumber)
                    .payload();
            return new Page<>(page, list.rechargeList(), list.total());
        });
    }
}
