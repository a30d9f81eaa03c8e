package io.gpucloud.stub.account;

import io.gpucloud.stub.billing.BillEntry;
import io.gpucloud.stub.billing.IdentifierGenerator;
import io.gpucloud.stub.billing.Ledger;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Checks the state of an account that is restored, because a snapshot can be written by hand. */
final class SnapshotCheck {

    private SnapshotCheck() {}

    /**
     * Checks a state against the parts that were restored from it.
     *
     * @throws IllegalArgumentException if the state is inconsistent, for example if it names an unknown GPU model
     */
    static void require(
            AccountSnapshot state,
            Rules rules,
            Ledger books,
            Lifecycle lifecycle,
            PrivateImages images,
            EventSchedule schedule) {
        Ledger.State ledger = state.ledger();
        List<BillEntry> bills = Stream.concat(ledger.carriedOver().stream(), ledger.entries().stream())
                .toList();
        requireGiven("a bill", ledger.sequence(), bills, BillEntry::sequence);
        requireGiven("an instance", state.instanceSequence(), state.instances(), Instance::sequence);
        requireGiven("an image", state.imageSequence(), state.images(), PrivateImage::sequence);
        requireGiven("an entry of the agenda", state.agendaSequence(), state.agenda(), ScheduledEvent::sequence);
        if (lifecycle.count() < state.instances().size()
                || images.count() < state.images().size()) {
            throw new IllegalArgumentException("two instances or two images have the same identifier");
        }
        if (schedule.count() < state.agenda().size()) {
            throw new IllegalArgumentException("the agenda names the same thing twice");
        }
        state.agenda().forEach(event -> requireApplicable(event, lifecycle, images, state.moment()));
        state.instances()
                .forEach(instance -> rules.catalog().requireGpu(instance.order().gpuUuid(), "an instance"));
        books.requireConsistent();
        ledger.cards().forEach(card -> rules.catalog().requirePods(card.podUuids(), "a card"));
    }

    private static <T> void requireGiven(String what, long last, List<T> items, ToLongFunction<T> number) {
        boolean given = items.stream().mapToLong(number).allMatch(each -> each > 0 && each <= last);
        if (!given || last < 0 || last > IdentifierGenerator.LAST) {
            throw new IllegalArgumentException(what + " has a number that was never given");
        }
        if (items.stream().mapToLong(number).distinct().count() < items.size()) {
            throw new IllegalArgumentException(what + " has a number that was given to another one");
        }
    }

    /** Checks that a scheduled event can be applied, because a later operation has no way to report a broken event. */
    private static void requireApplicable(ScheduledEvent event, Lifecycle lifecycle, PrivateImages images, long now) {
        boolean fits = images.awaits(event) || lifecycle.awaits(event, now);
        if (!fits || event.due() < now) {
            throw new IllegalArgumentException("the agenda names what cannot happen: " + event.kind() + " to "
                    + event.subject() + " at " + event.due());
        }
    }
}
