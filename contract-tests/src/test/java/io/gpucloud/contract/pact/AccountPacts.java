package io.gpucloud.contract.pact;

import static io.gpucloud.contract.pact.ClientCalls.BILLS_OF_CARDS;
import static io.gpucloud.contract.pact.ClientCalls.CARDS;
import static io.gpucloud.contract.pact.GivenState.MONEY;
import static io.gpucloud.contract.pact.Interaction.badParameter;
import static io.gpucloud.contract.pact.Interaction.succeeds;
import static io.gpucloud.contract.pact.RecordMatchers.amount;
import static org.assertj.core.api.Assertions.assertThat;

import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import io.gpucloud.client.ChargeChannel;
import io.gpucloud.client.Page;
import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Bill;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Money: the balance, compute cards, bills and recharges. */
final class AccountPacts {

    private static final String BILLS = "the account has bills of a channel";
    private static final String RECHARGES = "the account has recharges";
    private static final GivenState ONE_CARD = GivenState.of("the account has a compute card");

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
                balance("a balance alone", MONEY, "1000.00", "0"),
                balance("a balance on a card alone", ONE_CARD, "0", "100.00"));
    }

    private static Interaction<Balance> balance(String outcome, GivenState given, String balance, String onCards) {
        Reply reply = Reply.success(data -> amount(amount(data, "balance", balance), "card_balance", onCards));
        return succeeds(ClientCalls.BALANCE, outcome, given, reply, amounts -> {
            assertThat(amounts.balance()).isEqualByComparingTo(balance);
            assertThat(amounts.cardBalance()).isEqualByComparingTo(onCards);
        });
    }

    private static List<Interaction<?>> cards() {
        GivenState forEveryPod = GivenState.of(BILLS, "charge_channel", 2);
        return List.of(
                succeeds(
                        CARDS,
                        "a card for a pod",
                        ONE_CARD,
                        listed("card_list", RecordMatchers::card, 1),
                        page -> assertThat(page.items().get(0).pods()).isNotEmpty()),
                succeeds(
                        CARDS,
                        "a card for every pod",
                        forEveryPod,
                        listed("card_list", RecordMatchers::cardForAll, 1),
                        page -> assertThat(page.items().get(0).pods()).isEmpty()),
                none(CARDS, "no card", MONEY, "card_list"));
    }

    private static List<Interaction<?>> bills() {
        GivenState three = GivenState.of(BILLS, "count", 3);
        return List.of(
                paid(ClientCalls.BILLS, "the second page of the bills", three, ChargeChannel.BALANCE),
                paid(
                        BILLS_OF_CARDS,
                        "bills that cards have paid",
                        three.with("charge_channel", 2),
                        ChargeChannel.COMPUTE_CARD),
                succeeds(
                        ClientCalls.ONE_BILL,
                        "the bill of a number",
                        three,
                        listed("order_list", bill -> RecordMatchers.bill(bill, 1), 1),
                        page -> assertThat(page.items())
                                .singleElement()
                                .returns(RecordMatchers.ORDER_NUMBER, Bill::orderNumber)),
                none(BILLS_OF_CARDS, "no bill", MONEY, "order_list"),
                badParameter(PAGE_NONE, "refused for a page before the first", MONEY, "page"));
    }

    private static Interaction<?> paid(
            ClientCall<Page<Bill>> call, String outcome, GivenState given, ChargeChannel channel) {
        Reply bills = listed("order_list", bill -> RecordMatchers.bill(bill, channel.value()), 3);
        return succeeds(
                call,
                outcome,
                given,
                bills,
                page -> assertThat(page.items()).isNotEmpty().allSatisfy(bill -> {
                    assertThat(bill.chargeChannel()).isEqualTo(channel);
                    assertThat(bill.amount()).isPositive();
                }));
    }

    private static List<Interaction<?>> recharges() {
        GivenState three = GivenState.of(RECHARGES, "count", 3);
        Reply any = listed("recharge_list", RecordMatchers::recharge, 3);
        Reply one = listed("recharge_list", RecordMatchers::recharge, 1);
        return List.of(
                succeeds(
                        ClientCalls.RECHARGES,
                        "the second page of the recharges",
                        three,
                        any,
                        page -> assertThat(page.items().get(0).amount()).isPositive()),
                succeeds(
                        ClientCalls.ONE_RECHARGE,
                        "the recharge of a number",
                        three,
                        one,
                        page -> assertThat(page.items().get(0).tradeNumber()).isEqualTo(RecordMatchers.TRADE_NUMBER)),
                none(ClientCalls.RECHARGES, "no recharge", GivenState.of(RECHARGES, "count", 0), "recharge_list"));
    }

    private static Reply listed(String list, Consumer<LambdaDslObject> record, int total) {
        return Reply.success(data -> data.numberValue("total", total).minArrayLike(list, 1, record));
    }

    private static <T> Interaction<?> none(ClientCall<Page<T>> call, String outcome, GivenState given, String list) {
        Reply empty = Reply.success(data -> data.numberValue("total", 0).array(list, RecordMatchers::none));
        return succeeds(call, outcome, given, empty, page -> {
            assertThat(page.items()).isEmpty();
            assertThat(page.total()).isZero();
        });
    }
}
