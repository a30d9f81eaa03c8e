package io.gpucloud.stub.account;

import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.Ledger;
import io.gpucloud.stub.billing.SpendingSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The views of an account that {@code /__admin} shows. */
final class AccountReports {

    private final Rules rules;
    private final EventSchedule schedule;
    private final Ledger ledger;
    private final Lifecycle lifecycle;
    private final Capacity capacity;
    private final PrivateImages images;

    AccountReports(
            Rules rules,
            EventSchedule schedule,
            Ledger ledger,
            Lifecycle lifecycle,
            Capacity capacity,
            PrivateImages images) {
        this.rules = rules;
        this.schedule = schedule;
        this.ledger = ledger;
        this.lifecycle = lifecycle;
        this.capacity = capacity;
        this.images = images;
    }

    AccountOverview overview(long now) {
        List<CardView> cards = new ArrayList<>(ledger.cards().stream()
                .map(card -> new CardView(card, card.state(now)))
                .toList());
        Collections.reverse(cards);
        return new AccountOverview(
                now,
                ledger.balance(now),
                ledger.spent(),
                cards,
                counts(),
                lifecycle.durations(),
                rules.catalog().gpus().stream()
                        .map(gpu -> capacity.stock(gpu, now))
                        .toList(),
                schedule.next(AccountOverview.MAX_EVENTS));
    }

    private AccountOverview.Counts counts() {
        return new AccountOverview.Counts(
                lifecycle.count(),
                lifecycle.count(InstanceStatus.RUNNING),
                images.count(),
                ledger.rechargeCount(),
                ledger.billCount(),
                schedule.count());
    }

    AccountOverview.Instances instances(long now) {
        return new AccountOverview.Instances(now, lifecycle.instances(), schedule.entries());
    }

    /** The spending in spans of equal length. The last one contains the present moment. */
    List<SpendingSpan> spending(long seconds, int spans, long now) {
        long first = (now / seconds - spans + 1) * seconds;
        return ledger.spending(first, seconds, spans);
    }
}
