package io.gpucloud.contract.pact;

import static io.gpucloud.contract.pact.GivenState.MONEY;
import static io.gpucloud.contract.pact.Interaction.lists;
import static io.gpucloud.contract.pact.Interaction.listsNothing;
import static io.gpucloud.contract.pact.Interaction.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.stream.Stream;

/** Money: the balance, compute cards, bills and recharges. */
final class AccountPacts {

    private static final String BILLS = "the account has bills of a channel";
    private static final String RECHARGES = "the account has recharges";

    private AccountPacts() {}

    static Stream<Interaction<?>> all() {
        var cards = RecordMatchers.records("card_list", "uuid", "1f6b2c90-5d3e-3b7a-9e14-c8a7d0f25b61");
        var bills = RecordMatchers.records("order_list", "order_number", RecordMatchers.ORDER_NUMBER);
        var recharges = RecordMatchers.records("recharge_list", "trade_number", RecordMatchers.TRADE_NUMBER);
        GivenState ofBalance = GivenState.of(BILLS);
        GivenState ofCards = GivenState.of(BILLS, "charge_channel", 2);
        GivenState recharged = GivenState.of(RECHARGES);
        return Stream.of(
                succeeds(
                        ClientCalls.BALANCE,
                        "the balance",
                        MONEY,
                        Reply.success(data -> data.numberType("balance", new BigDecimal("1000.00"))),
                        amounts -> assertThat(amounts.balance()).isEqualByComparingTo("1000.00")),
                lists(ClientCalls.CARDS, "a card", GivenState.of("the account has a compute card"), cards),
                listsNothing(ClientCalls.CARDS, "no card", MONEY, "card_list"),
                lists(ClientCalls.BILLS, "the second page of the bills", ofBalance, bills),
                lists(ClientCalls.BILLS_OF_CARDS, "bills that cards have paid", ofCards, bills),
                lists(ClientCalls.ONE_BILL, "the bill of a number", ofBalance, bills),
                listsNothing(ClientCalls.BILLS_OF_CARDS, "no bill", MONEY, "order_list"),
                lists(ClientCalls.RECHARGES, "the second page of the recharges", recharged, recharges),
                lists(ClientCalls.ONE_RECHARGE, "the recharge of a number", recharged, recharges),
                listsNothing(
                        ClientCalls.RECHARGES, "no recharge", GivenState.of(RECHARGES, "count", 0), "recharge_list"));
    }
}
