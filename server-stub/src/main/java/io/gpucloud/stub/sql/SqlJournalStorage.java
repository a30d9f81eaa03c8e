package io.gpucloud.stub.sql;

import io.gpucloud.stub.journal.FoundEntries;
import io.gpucloud.stub.journal.JournalEntry;
import io.gpucloud.stub.journal.JournalFilter;
import io.gpucloud.stub.journal.JournalStorage;
import io.gpucloud.stub.journal.JournaledRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The latest requests of all stubs of a database. */
final class SqlJournalStorage implements JournalStorage {

    private static final String PREFIX = "request-";

    private final Database database;
    private final int size;
    private final LongSupplier machineMillis;

    /**
     * The journal of a database.
     *
     * @param size the largest number of requests; the oldest are dropped above it
     * @param machineMillis the system time in milliseconds
     */
    SqlJournalStorage(Database database, int size, LongSupplier machineMillis) {
        this.database = database;
        this.size = size;
        this.machineMillis = machineMillis;
    }

    @Override
    public void add(JournaledRequest request) {
        if (size == 0) {
            return;
        }
        database.sql("insert into gpu_cloud_stub.request (slot, number, sequence, machine_millis, content)"
                        + " select number % ?, number, nextval('gpu_cloud_stub.request_sequence'), ?, ?"
                        + " from nextval('gpu_cloud_stub.request_number') number"
                        + " on conflict (slot) do update set number = excluded.number, sequence = excluded.sequence,"
                        + " machine_millis = excluded.machine_millis, content = excluded.content"
                        + " where request.number < excluded.number")
                .params(size, machineMillis.getAsLong(), Json.write(request))
                .update();
    }

    @Override
    public FoundEntries find(JournalFilter filter, int limit) {
        List<JournalEntry> latest = new ArrayList<>();
        int[] total = {0};
        each(filter, entry -> {
            total[0]++;
            if (latest.size() < limit) {
                latest.add(entry);
            }
        });
        return new FoundEntries(latest, total[0]);
    }

    @Override
    public void clear(JournalFilter filter) {
        if (filter.equals(JournalFilter.ALL)) {
            database.transaction(() -> {
                database.sql("select setval('gpu_cloud_stub.request_sequence', 1, false)")
                        .query(Long.class)
                        .single();
                return database.sql("delete from gpu_cloud_stub.request").update();
            });
            return;
        }
        List<Long> numbers = new ArrayList<>();
        each(filter, entry -> numbers.add(Long.valueOf(entry.id().substring(PREFIX.length()))));
        numbers.forEach(number -> database.sql("delete from gpu_cloud_stub.request where number = ?")
                .param(number)
                .update());
    }

    /** Passes the matching requests, newest first. */
    private void each(JournalFilter filter, Consumer<JournalEntry> consumer) {
        database.sql("select number, sequence, machine_millis, content from gpu_cloud_stub.request"
                        + " order by number desc limit ?")
                .param(size)
                .query(row -> {
                    JournalEntry entry = entry(row);
                    if (filter.test(entry)) {
                        consumer.accept(entry);
                    }
                });
    }

    private static JournalEntry entry(ResultSet row) throws SQLException {
        return new JournalEntry(
                PREFIX + row.getLong("number"),
                row.getLong("sequence"),
                row.getLong("machine_millis"),
                Json.read(row.getString("content"), JournaledRequest.class));
    }
}
