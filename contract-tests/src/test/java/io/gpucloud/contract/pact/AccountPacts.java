package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;

import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import io.gpucloud.client.ChargeChannel;
import io.gpucloud.client.Page;
import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Bill;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Money: the balance, compute cards, bills and recharges. */
final class AccountPacts {

    private static final String BILLS = "the account has bills of a channel";
    private static final String RECHARGES = "the account has recharges";

    /** The client rejects it before sending. Callers of the generated interface get the parameter error. */
    private static final ClientCall<String> PAGE_NONE = ClientCall.get(
                    ApiOperation.LIST_BILLS,
                    client -> client.raw(AccountApi.class)
                            .listBills("0", null, null, null)
                            .msg())
            .withQuery("page", "0");

    private AccountPacts() {}

    static Stream<Interaction<?>> all() {
        return Stream.of(balances(), cards(), bills(), recharges()).flatMap(List::stream);
    }

    private static List<Interaction<?>> balances() {
        return List.of(
                balance("a balance alone", GivenState.MONEY, "1000.00", "0"),
                balance("a balance on a card alone", GivenState.of("the account has a compute card"), "0", "100.00"));
    }

    private static Interaction<Balance> balance(String outcome, GivenState given, String balance, String onCards) {
        return Interaction.succeeds(
                ClientCalls.BALANCE,
                outcome,
                given,
                Reply.success(data -> RecordMatchers.amount(
                        RecordMatchers.amount(data, "balance", balance), "card_balance", onCards)),
                amounts -> {
                    assertThat(amounts.balance()).isEqualByComparingTo(balance);
                    assertThat(amounts.cardBalance()).isEqualByComparingTo(onCards);
                });
    }

    private static List<Interaction<?>> cards() {
        return List.of(
                Interaction.succeeds(
                        ClientCalls.CARDS,
                        "a card for a pod",
                        GivenState.of("the account has a compute card"),
                        listed("card_list", RecordMatchers::card, 1),
                        page -> assertThat(page.items().get(0).pods()).isNotEmpty()),
                Interaction.succeeds(
                        ClientCalls.CARDS,
                        "a card for every pod",
                        GivenState.of(BILLS, "charge_channel", 2),
                        listed("card_list", RecordMatchers::cardForAll, 1),
                        page -> assertThat(page.items().get(0).pods()).isEmpty()),
                Interaction.succeeds(
                        ClientCalls.CARDS, "no card", GivenState.MONEY, none("card_list"), AccountPacts::isEmpty));
    }

    private static List<Interaction<?>> bills() {
        GivenState three = GivenState.of(BILLS, "count", 3);
        return List.of(
                Interaction.succeeds(
                        ClientCalls.BILLS,
                        "the second page of the bills",
                        three,
                        listed("order_list", bill(1), 3),
                        page -> isPaid(page, ChargeChannel.BALANCE)),
                Interaction.succeeds(
                        ClientCalls.BILLS_OF_CARDS,
                        "bills that cards have paid",
                        three.with("charge_channel", 2),
                        listed("order_list", bill(2), 3),
                        page -> isPaid(page, ChargeChannel.COMPUTE_CARD)),
                Interaction.succeeds(
                        ClientCalls.ONE_BILL,
                        "the bill of a number",
                        three,
                        listed("order_list", bill(1), 1),
                        page -> assertThat(page.items())
                                .singleElement()
                                .returns(RecordMatchers.ORDER_NUMBER, Bill::orderNumber)),
                Interaction.succeeds(
                        ClientCalls.BILLS_OF_CARDS,
                        "no bill",
                        GivenState.MONEY,
                        none("order_list"),
                        AccountPacts::isEmpty),
                Interaction.fails(
                        PAGE_NONE,
                        "refused for a page before the first",
                        GivenState.MONEY,
                        Reply.badParameter("page"),
                        BadRequestException.class,
                        failure -> assertThat(failure.field()).contains("page")));
    }

    private static void isPaid(Page<Bill> page, ChargeChannel channel) {
        assertThat(page.items()).isNotEmpty().allSatisfy(bill -> {
            assertThat(bill.chargeChannel()).isEqualTo(channel);
            assertThat(bill.amount()).isPositive();
        });
    }

    private static List<Interaction<?>> recharges() {
        GivenState three = GivenState.of(RECHARGES, "count", 3);
        return List.of(
                Interaction.succeeds(
                        ClientCalls.RECHARGES,
                        "the second page of the recharges",
                        three,
                        listed("recharge_list", RecordMatchers::recharge, 3),
                        page -> assertThat(page.items().get(0).amount()).isPositive()),
                Interaction.succeeds(
                        ClientCalls.ONE_RECHARGE,
                        "the recharge of a number",
                        three,
                        listed("recharge_list", RecordMatchers::recharge, 1),
                        page -> assertThat(page.items().get(0).tradeNumber()).isEqualTo(RecordMatchers.TRADE_NUMBER)),
                Interaction.succeeds(
                        ClientCalls.RECHARGES,
                        "no recharge",
                        GivenState.of(RECHARGES, "count", 0),
                        none("recharge_list"),
                        AccountPacts::isEmpty));
    }

    private static void isEmpty(Page<?> page) {
        assertThat(page.items()).isEmpty();
        assertThat(page.total()).isZero();
    }

    private static Consumer<LambdaDslObject> bill(int channel) {
        return bill -> RecordMatchers.bill(bill, channel);
    }

    private static Reply listed(String list, Consumer<LambdaDslObject> record, int total) {
        return Reply.success(data -> data.numberValue("total", total).minArrayLike(list, 1, record));
    }

    private static Reply none(String list) {
        return Reply.success(data -> data.numberValue("total", 0).array(list, RecordMatchers::none));
    }
}
