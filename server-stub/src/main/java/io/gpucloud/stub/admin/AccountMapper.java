package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountOverview;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.PrivateImage;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.account.ScheduledEvent;
import io.gpucloud.stub.account.Transition;
import io.gpucloud.stub.admin.model.AccountCounts;
import io.gpucloud.stub.admin.model.AccountDetails;
import io.gpucloud.stub.admin.model.AccountImage;
import io.gpucloud.stub.admin.model.AccountInstances;
import io.gpucloud.stub.admin.model.CardDetails;
import io.gpucloud.stub.admin.model.CardStatus;
import io.gpucloud.stub.admin.model.EventKind;
import io.gpucloud.stub.admin.model.GpuStock;
import io.gpucloud.stub.admin.model.InstanceDetails;
import io.gpucloud.stub.admin.model.InstancePhase;
import io.gpucloud.stub.admin.model.Lifecycle;
import io.gpucloud.stub.admin.model.PhaseCause;
import io.gpucloud.stub.admin.model.Spending;
import io.gpucloud.stub.admin.model.SpendingSpan;
import io.gpucloud.stub.admin.model.StockChange;
import io.gpucloud.stub.admin.model.StockDetails;
import io.gpucloud.stub.admin.model.UpcomingEvent;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.clock.StubClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Maps the state of an account to the JSON of {@code /__admin}. */
final class AccountMapper {

    private AccountMapper() {}

    static AccountDetails toJson(
            AccountKey account,
            String revision,
            AccountOverview overview,
            StubClock.Reading clock,
            boolean hasOwnClock) {
        return AccountDetails.builder()
                .account(account.name())
                .revision(revision)
                .balance(Money.of(overview.balance().cents()))
                .cardBalance(Money.of(overview.balance().cardCents()))
                .spent(Money.of(overview.spentCents()))
                .hourlyCost(Money.of(overview.hourlyCents()))
                .cards(overview.cards().stream().map(AccountMapper::toJson).toList())
                .images(overview.images().stream().map(AccountMapper::toJson).toList())
                .counts(toJson(overview.counts()))
                .moment(overview.moment())
                .clock(ClockController.toJson(clock))
                .ownClock(hasOwnClock)
                .lifecycle(toJson(overview.durations()))
                .stock(overview.stock().stream().map(AccountMapper::toJson).toList())
                .nextEvents(overview.nextEvents().stream()
                        .map(AccountMapper::toJson)
                        .toList())
                .build();
    }

    private static AccountCounts toJson(AccountOverview.Counts all) {
        return new AccountCounts(
                all.instances(), all.running(), all.images(), all.recharges(), all.bills(), all.events());
    }

    private static Lifecycle toJson(Rules.Durations durations) {
        return new Lifecycle(durations.boot(), durations.shutdown(), durations.imageUpload());
    }

    static StockSchedule stock(GpuStock gpu) {
        List<StockChange> schedule = requireNonNullElse(gpu.schedule(), List.of());
        return new StockSchedule(
                gpu.stock(),
                schedule.stream()
                        .map(change -> new StockSchedule.Change(change.at(), change.stock()))
                        .toList());
    }

    private static List<StockChange> toJson(List<StockSchedule.Change> schedule) {
        return schedule.stream()
                .map(change -> new StockChange(change.at(), change.stock()))
                .toList();
    }

    static AccountInstances toJson(String revision, AccountOverview.Instances all) {
        Map<String, List<UpcomingEvent>> events = all.events().stream()
                .collect(Collectors.groupingBy(
                        ScheduledEvent::subject, Collectors.mapping(AccountMapper::toJson, Collectors.toList())));
        List<InstanceDetails> newestFirst = new ArrayList<>();
        for (Instance instance : all.instances()) {
            newestFirst.add(toJson(instance, all.moment(), events.getOrDefault(instance.uuid(), List.of())));
        }
        Collections.reverse(newestFirst);
        return new AccountInstances(revision, newestFirst);
    }

    private static InstanceDetails toJson(Instance instance, long moment, List<UpcomingEvent> events) {
        Instance.Order order = instance.order();
        Instance.Source source = order.source();
        return InstanceDetails.builder()
                .instanceUuid(instance.uuid())
                .title(instance.title())
                .status(instance.status().code())
                .gpuUuid(order.gpuUuid())
                .gpuNums(order.gpuNums())
                .imageUuid(source.imageUuid())
                .imageName(source.imageName())
                .imageTag(source.imageTag())
                .podUuid(source.podUuid())
                .createTime(instance.createTime())
                .startTime(unlessZero(instance.startTime()))
                .shutdownTime(unlessZero(instance.shutdownTime()))
                .saveImageStatus(
                        instance.upload() == null ? null : instance.upload().code())
                .spent(Money.of(instance.spentCents()))
                .listed(instance.listedFrom() <= moment)
                .phases(instance.phases().stream().map(AccountMapper::toJson).toList())
                .events(events)
                .build();
    }

    private static InstancePhase toJson(Instance.Phase phase) {
        Instance.PhaseFault fault = phase.fault();
        Transition cause = phase.cause();
        return InstancePhase.builder()
                .status(phase.status().code())
                .since(phase.since())
                .cause(cause == null ? null : PhaseCause.valueOf(cause.name()))
                .fault(fault == null ? null : fault.id())
                .effect(fault == null ? null : FaultMapper.effect(fault.effect()))
                .build();
    }

    private static AccountImage toJson(PrivateImage image) {
        return new AccountImage(image.uuid(), image.title(), image.status().code(), image.createTime());
    }

    static Spending spending(String revision, List<io.gpucloud.stub.billing.SpendingSpan> spans) {
        return new Spending(
                revision,
                spans.stream()
                        .map(span -> new SpendingSpan(
                                span.start(),
                                Money.of(span.balanceCents()),
                                Money.of(span.cardCents()),
                                span.rechargedCents() == 0 ? null : Money.of(span.rechargedCents())))
                        .toList());
    }

    private static @Nullable Long unlessZero(long time) {
        return time == 0 ? null : time;
    }

    static CardDetails toJson(CardView view) {
        Card card = view.card();
        return new CardDetails(
                card.uuid(),
                card.title(),
                Money.of(card.faceCents()),
                Money.of(card.leaveCents()),
                CardStatus.valueOf(view.state().name()),
                card.expireDate(),
                card.podUuids());
    }

    private static StockDetails toJson(AccountOverview.GpuStock stock) {
        return new StockDetails(stock.gpuUuid(), stock.held(), stock.stock(), toJson(stock.schedule()));
    }

    private static UpcomingEvent toJson(ScheduledEvent event) {
        return new UpcomingEvent(event.due(), EventKind.valueOf(event.kind().name()), event.subject());
    }
}
