package io.gpucloud.stub.domain;

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

    private final TreeSet<AgendaEntry> entries = new TreeSet<>(AgendaEntry.ORDER);
    private final Map<Key, AgendaEntry> pending = new HashMap<>();
    private long sequence;

    Agenda() {}

    Agenda(long sequence, List<AgendaEntry> entries) {
        this.sequence = sequence;
        entries.forEach(this::add);
    }

    private record Key(AgendaEntry.Kind kind, String subject) {}

    void schedule(AgendaEntry.Kind kind, String subject, long due) {
        cancel(kind, subject);
        sequence++;
        add(new AgendaEntry(due, sequence, kind, subject));
    }

    void cancel(AgendaEntry.Kind kind, String subject) {
        AgendaEntry entry = pending.remove(new Key(kind, subject));
        if (entry != null) {
            entries.remove(entry);
        }
    }

    void cancelAll(String subject) {
        for (AgendaEntry.Kind kind : AgendaEntry.Kind.values()) {
            cancel(kind, subject);
        }
    }

    /** Takes the next entry that is due at the moment or before it, or null if there is none. */
    @Nullable
    AgendaEntry pollDue(long moment) {
        if (entries.isEmpty() || entries.first().due() > moment) {
            return null;
        }
        AgendaEntry entry = entries.first();
        cancel(entry.kind(), entry.subject());
        return entry;
    }

    Optional<AgendaEntry> find(AgendaEntry.Kind kind, String subject) {
        return Optional.ofNullable(pending.get(new Key(kind, subject)));
    }

    List<AgendaEntry> entries() {
        return List.copyOf(entries);
    }

    /** How many things are to happen, each of a kind to a subject counted once. */
    int count() {
        return pending.size();
    }

    long sequence() {
        return sequence;
    }

    private void add(AgendaEntry entry) {
        entries.add(entry);
        pending.put(new Key(entry.kind(), entry.subject()), entry);
    }
}
