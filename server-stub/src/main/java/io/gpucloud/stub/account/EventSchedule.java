package io.gpucloud.stub.account;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pending events of an account, ordered by due time and then by insertion. No thread fires them: each operation
 * first applies the events that are due. A subject has at most one pending event of a kind.
 */
final class EventSchedule {

    private final TreeSet<ScheduledEvent> entries = new TreeSet<>(ScheduledEvent.ORDER);
    private final Map<Key, ScheduledEvent> pending = new HashMap<>();
    private long sequence;

    EventSchedule(long sequence, List<ScheduledEvent> entries) {
        this.sequence = sequence;
        entries.forEach(this::add);
    }

    private record Key(ScheduledEvent.Kind kind, String subject) {}

    void schedule(ScheduledEvent.Kind kind, String subject, long due) {
        cancel(kind, subject);
        sequence++;
        add(new ScheduledEvent(due, sequence, kind, subject));
    }

    void cancel(ScheduledEvent.Kind kind, String subject) {
        ScheduledEvent entry = pending.remove(new Key(kind, subject));
        if (entry != null) {
            entries.remove(entry);
        }
    }

    void cancelAll(String subject) {
        for (ScheduledEvent.Kind kind : ScheduledEvent.Kind.values()) {
            cancel(kind, subject);
        }
    }

    /** Takes the next entry that is due at the moment or before it, or null if there is none. */
    @Nullable
    ScheduledEvent pollDue(long moment) {
        if (entries.isEmpty() || entries.first().due() > moment) {
            return null;
        }
        ScheduledEvent entry = entries.first();
        cancel(entry.kind(), entry.subject());
        return entry;
    }

    Optional<ScheduledEvent> find(ScheduledEvent.Kind kind, String subject) {
        return Optional.ofNullable(pending.get(new Key(kind, subject)));
    }

    List<ScheduledEvent> next(int max) {
        return entries.stream().limit(max).toList();
    }

    List<ScheduledEvent> entries() {
        return List.copyOf(entries);
    }

    /** The number of pending events. */
    int count() {
        return pending.size();
    }

    long sequence() {
        return sequence;
    }

    private void add(ScheduledEvent entry) {
        entries.add(entry);
        pending.put(new Key(entry.kind(), entry.subject()), entry);
    }
}
