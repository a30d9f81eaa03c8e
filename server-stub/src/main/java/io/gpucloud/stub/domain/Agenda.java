package io.gpucloud.stub.domain;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is still to happen in an account, in the order in which it will: by the moment it is due, then by the order in
 * which it was entered. Nothing fires by itself; whoever looks at the account first applies what has come due. For one
 * subject at most one entry of a kind is pending.
 */
final class Agenda {

    private final TreeSet<Entry> entries = new TreeSet<>(Entry.ORDER);
    private final Map<Key, Entry> pending = new HashMap<>();
    private long sequence;

    Agenda() {}

    Agenda(long sequence, List<Entry> entries) {
        this.sequence = sequence;
        entries.forEach(this::add);
    }

    /** What can come due. */
    public enum Kind {
        /** An instance has booted. */
        BOOT_FINISHED,
        /** A boot ends in a shutdown. */
        BOOT_FAILED,
        /** A running instance gets its addresses late. */
        ADDRESSES_OPENED,
        /** A shutdown timer is reached. */
        TIMER_REACHED,
        /** An instance is down. */
        SHUTDOWN_FINISHED,
        /** A full hour has run since the instance started. */
        SETTLEMENT,
        /** An image is uploaded. */
        UPLOAD_FINISHED,
        /** An upload is lost. */
        UPLOAD_FAILED
    }

    /**
     * One thing that will happen.
     *
     * @param due the moment, in epoch seconds
     * @param sequence orders what is due at the same moment
     * @param kind what happens
     * @param subject to which instance or image, by identifier
     */
    public record Entry(long due, long sequence, Kind kind, String subject) {
        static final Comparator<Entry> ORDER =
                Comparator.comparingLong(Entry::due).thenComparingLong(Entry::sequence);
    }

    private record Key(Kind kind, String subject) {}

    void schedule(Kind kind, String subject, long due) {
        cancel(kind, subject);
        sequence++;
        add(new Entry(due, sequence, kind, subject));
    }

    void cancel(Kind kind, String subject) {
        Entry entry = pending.remove(new Key(kind, subject));
        if (entry != null) {
            entries.remove(entry);
        }
    }

    void cancelAll(String subject) {
        for (Kind kind : Kind.values()) {
            cancel(kind, subject);
        }
    }

    /** Takes the next entry that is due at the moment or before it, or null if there is none. */
    @Nullable
    Entry pollDue(long moment) {
        if (entries.isEmpty() || entries.first().due() > moment) {
            return null;
        }
        Entry entry = entries.first();
        cancel(entry.kind(), entry.subject());
        return entry;
    }

    Optional<Entry> find(Kind kind, String subject) {
        return Optional.ofNullable(pending.get(new Key(kind, subject)));
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    long sequence() {
        return sequence;
    }

    private void add(Entry entry) {
        entries.add(entry);
        pending.put(new Key(entry.kind(), entry.subject()), entry);
    }
}
