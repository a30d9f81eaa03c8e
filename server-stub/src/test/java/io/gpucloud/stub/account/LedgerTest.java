package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.ALL;
import static io.gpucloud.stub.account.Tenant.DAY;
import static io.gpucloud.stub.account.Tenant.HOUR;
import static io.gpucloud.stub.account.Tenant.HOURLY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.account.AccountSeed.BoundCard;
import io.gpucloud.stub.account.AccountSeed.PaidIn;
import io.gpucloud.stub.account.AccountSeed.PastBill;
import io.gpucloud.stub.account.Rules.Metering;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.paging.Page;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final Set<ChargeChannel> BOTH = EnumSet.allOf(ChargeChannel.class);
    private static final Set<ChargeChannel> CARD = EnumSet.of(ChargeChannel.CARD);

    private static Page<Bill> bills(Tenant tenant, Set<ChargeChannel> channels, String orderNumber) {
        return tenant.reads(account -> account.listBills(channels, orderNumber, ALL));
    }

    @Nested
    class Bills {
        private final Tenant tenant = Tenant.with(10_000, Tenant.card(300, 30));

        Bills() {
            tenant.runs();
            tenant.after(3 * HOUR);
        }

        @Test
        void billsAreListedNewestFirst() {
            assertThat(tenant.bills()).extracting(Bill::cents).containsExactly(HOURLY, HOURLY - 102, 102L, HOURLY);
            assertThat(tenant.bills())
                    .extracting(Bill::remark)
                    .containsOnly("GPU time paid from the balance", "GPU time paid by compute card");
        }

        @Test
        void billsAreFoundByTheirOrderNumberOnly() {
            Bill third = tenant.bills().get(1);
            String known = third.orderNumber();
            assertThat(bills(tenant, BOTH, known).items()).containsExactly(third);
            assertThat(bills(tenant, CARD, known).items()).isEmpty();
            for (String unknown : List.of(
                    "x", known + "0", known.substring(1), known.replace('B', 'R'), known.substring(0, 23) + "x")) {
                assertThat(bills(tenant, BOTH, unknown).total()).as(unknown).isZero();
            }
        }
    }

    @Nested
    class BillsPastTheLimit {
        private final Tenant tenant = Tenant.with(
                Tenant.rules(new Metering(true, true), 3), Tenant.seed(10_000, Tenant.card(2 * HOURLY, 30)));
        private final String uuid = tenant.runs();

        @Test
        void billsBeyondTheLimitAreMergedIntoOnePerChannel() {
            long started = tenant.sees(uuid).startTime();
            tenant.after(10 * HOUR);
            assertThat(tenant.bills()).hasSize(5);
            Bill byBalance = tenant.bills().get(3);
            assertThat(byBalance.cents()).isEqualTo(5 * HOURLY);
            assertThat(byBalance.start()).isEqualTo(started + 2 * HOUR);
            assertThat(byBalance.end()).isEqualTo(started + 7 * HOUR);
            assertThat(byBalance.remark()).isEqualTo("Earlier GPU time, carried over, paid from the balance");
            assertThat(tenant.bills().get(4).cents()).isEqualTo(2 * HOURLY);
            assertThat(tenant.bills().stream().mapToLong(Bill::cents).sum()).isEqualTo(10 * HOURLY);
            assertThat(tenant.balance()).isEqualTo(10_000 - 8 * HOURLY);
        }

        @Test
        void mergedBillsAreFoundByNumberAndChannel() {
            tenant.after(10 * HOUR);
            Bill carried = tenant.bills().get(4);
            assertThat(bills(tenant, BOTH, carried.orderNumber()).items()).containsExactly(carried);
            assertThat(bills(tenant, CARD, "").items()).containsExactly(carried);
        }
    }

    @Test
    void cardsOfAnAccountAreListedNewestFirstAndInPages() {
        Tenant tenant = Tenant.with(0, Tenant.card(1, 1), Tenant.card(2, 1));
        tenant.does(account -> account.bindCard(300, 30, List.of()));
        assertThat(tenant.reads(account -> account.listCards(new Page.Request(1, 2)))
                        .items())
                .extracting(view -> view.card().faceCents())
                .containsExactly(300L, 2L);
        assertThat(tenant.cardBalance()).isEqualTo(303);
    }

    @Test
    void aSeedCountsItsPast() {
        AccountSeed seed = new AccountSeed(
                List.of(new PaidIn(1_000, -DAY, -DAY)),
                List.of(new BoundCard("Card", 500, 400, 450, -DAY, 30, List.of())),
                List.of(
                        new PastBill(300, ChargeChannel.BALANCE, -DAY, -HOUR),
                        new PastBill(100, ChargeChannel.CARD, -DAY, -HOUR)),
                List.of(),
                List.of());
        seed.requireBalancedBooks();
        Tenant tenant = Tenant.with(Tenant.rules(new Metering(true, true), 100), seed);
        assertThat(tenant.balance()).isEqualTo(700);
        assertThat(tenant.cardBalance()).isEqualTo(400);
        assertThat(tenant.bills()).extracting(Bill::end).containsOnly(Tenant.START - HOUR);
    }

    /** SeedReaderTest reads a seed whose bills are more than the recharges. */
    @Test
    void aSeedWhoseCardsWereUsedWithoutABillIsRejected() {
        List<BoundCard> used = List.of(new BoundCard("Card", 500, 400, 450, -DAY, 30, List.of()));
        AccountSeed unspent = new AccountSeed(List.of(), used, List.of(), List.of(), List.of());
        assertThatThrownBy(unspent::requireBalancedBooks)
                .hasMessage("bills of channel 2 differ from the amount spent from the cards: 0 cents instead of 100");
    }
}
