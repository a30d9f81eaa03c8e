package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.api.contract.AccountApi;
import io.gpucloud.stub.api.model.Balance;
import io.gpucloud.stub.api.model.BillList;
import io.gpucloud.stub.api.model.CardList;
import io.gpucloud.stub.api.model.Envelope;
import io.gpucloud.stub.api.model.RechargeList;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.paging.Page;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class AccountController implements AccountApi {

    private final Accounts accounts;
    private final Paging paging;
    private final ApiMapper mapper;

    AccountController(Accounts accounts, Paging paging, ApiMapper mapper) {
        this.accounts = accounts;
        this.paging = paging;
        this.mapper = mapper;
    }

    @Override
    public Envelope<Balance> getBalance(AccountKey caller) {
        return mapper.balance(accounts.read(caller, ReadOnlyAccount::getBalance));
    }

    @Override
    public Envelope<CardList> listCards(AccountKey caller, ListCardsQuery query) {
        Page.Request page = paging.of(query.page(), query.pageSize());
        return mapper.cards(accounts.read(caller, account -> account.listCards(page)));
    }

    @Override
    public Envelope<BillList> listBills(AccountKey caller, ListBillsQuery query) {
        Set<ChargeChannel> channels = channels(query.chargeChannel());
        String orderNumber = requireNonNullElse(query.orderNumber(), "");
        Page.Request page = paging.of(query.page(), query.pageSize());
        return mapper.bills(accounts.read(caller, account -> account.listBills(channels, orderNumber, page)));
    }

    @Override
    public Envelope<RechargeList> listRecharges(AccountKey caller, ListRechargesQuery query) {
        String tradeNumber = requireNonNullElse(query.tradeNumber(), "");
        Page.Request page = paging.of(query.page(), query.pageSize());
        return mapper.recharges(accounts.read(caller, account -> account.listRecharges(tradeNumber, page)));
    }

    /** An unknown channel has no bills, because the enumeration is open. */
    private static Set<ChargeChannel> channels(@Nullable Integer code) {
        return Arrays.stream(ChargeChannel.values())
                .filter(channel -> code == null || channel.code() == code)
                .collect(Collectors.toSet());
    }
}
