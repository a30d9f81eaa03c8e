package io.gpucloud.stub.sql;

import static java.util.Objects.requireNonNullElse;

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
import org.jspecify.annotations.Nullable;

/** The latest requests of all stubs of a database. */
final class SqlJournalStorage implements JournalStorage {

    private static final String PREFIX = "request-";
    /** The number of requests of all accounts that is left when the oldest ones are dropped. */
    private static final int MAX_REQUESTS = 90_000;
    /** Their total is checked after this number of requests, so that it never exceeds 100,000. */
    private static final int CHECK_INTERVAL = 10_000;
    /** Rows that are in memory at the same time. */
    private static final int FETCH_SIZE = 500;

    /** One statement, so that it needs no transaction. */
    private static final String ADD = "with counted as (insert into gpu_cloud_stub.journal as known"
            + " (account, number, added) values (?, 1, 1) on conflict (account) do update"
            + " set number = known.number + 1, added = known.added + 1 returning account, number)"
            + " insert into gpu_cloud_stub.request (account, slot, number, sequence, machine_millis, content)"
            + " select account, number % ?, nextval('gpu_cloud_stub.request_number'),"
            + " nextval('gpu_cloud_stub.request_sequence'), ?, ? from counted where ?"
            + " on conflict (account, slot) do update set number = excluded.number,"
            + " sequence = excluded.sequence, machine_millis = excluded.machine_millis,"
            + " content = excluded.content returning number";

    private final Database database;
    private final int limit;
    private final LongSupplier machineMillis;

    /**
     * The journal of a database.
     *
     * @param limit the largest number of requests of each account
     * @param machineMillis the system time in milliseconds
     */
    SqlJournalStorage(Database database, int limit, LongSupplier machineMillis) {
        this.database = database;
        this.limit = limit;
        this.machineMillis = machineMillis;
    }

    @Override
    public void add(String account, JournaledRequest request) {
        boolean isDue = database.sql(ADD)
                .params(account, Math.max(1, limit), machineMillis.getAsLong(), Json.write(request), limit > 0)
                .query(Long.class)
                .optional()
                .filter(number -> number % CHECK_INTERVAL == 0)
                .isPresent();
        if (isDue) {
            dropFromLargest();
        }
    }

    /** Drops the oldest requests of the largest accounts if there are too many requests. */
    private void dropFromLargest() {
        database.transaction(() -> {
            database.sql("lock table gpu_cloud_stub.journal in exclusive mode").update();
            int share = share(database.sql("select count(*) from gpu_cloud_stub.request group by account order by 1")
                    .query(Integer.class)
                    .list());
            // The slots count the requests of an account, so that its oldest ones are found without reading them.
            database.sql("delete from gpu_cloud_stub.request using gpu_cloud_stub.journal"
                            + " where request.account = journal.account and (journal.number - slot) % ? >= ?")
                    .params(Math.max(1, limit), share)
                    .update();
            // There are more accounts than requests.
            return database.sql("delete from gpu_cloud_stub.journal where ? = 0 and account not in"
                            + " (select account from gpu_cloud_stub.request)")
                    .param(share)
                    .update();
        });
    }

    /** The number of requests that each account can keep, so that all of them fit. */
    private static int share(List<Integer> smallestFirst) {
        int left = MAX_REQUESTS;
        for (int i = 0; i < smallestFirst.size(); i++) {
            int share = left / (smallestFirst.size() - i);
            if (smallestFirst.get(i) > share) {
                return share;
            }
            left -= smallestFirst.get(i);
        }
        return Integer.MAX_VALUE;
    }

    @Override
    public FoundEntries find(@Nullable String account, JournalFilter filter, int limit) {
        return database.transaction(() -> {
            List<JournalEntry> latest = new ArrayList<>();
            int[] matching = {0};
            each(account, filter, entry -> {
                matching[0]++;
                if (latest.size() < limit) {
                    latest.add(entry);
                }
            });
            return new FoundEntries(latest, matching[0], dropped(account));
        });
    }

    private long dropped(@Nullable String account) {
        boolean all = account == null;
        String name = requireNonNullElse(account, NO_ACCOUNT);
        return database.sql("select (select coalesce(sum(added), 0) from gpu_cloud_stub.journal where ? or account = ?)"
                        + " - (select count(*) from gpu_cloud_stub.request where ? or account = ?)")
                .params(all, name, all, name)
                .query(Long.class)
                .single();
    }

    @Override
    public void clear(@Nullable String account, JournalFilter filter) {
        database.transaction(() -> {
            // Otherwise a request that is added meanwhile would count, and be gone.
            database.sql("lock table gpu_cloud_stub.journal in exclusive mode").update();
            if (account == null && filter.isWholeJournal()) {
                database.sql("select setval('gpu_cloud_stub.request_sequence', 1, false)")
                        .query(Long.class)
                        .single();
                database.sql("delete from gpu_cloud_stub.journal").update();
                return database.sql("delete from gpu_cloud_stub.request").update();
            }
            if (account != null && !account.equals(NO_ACCOUNT) && filter.isWholeJournal()) {
                database.sql("delete from gpu_cloud_stub.journal where account = ?")
                        .param(account)
                        .update();
                database.sql("delete from gpu_cloud_stub.request where account = ?")
                        .param(account)
                        .update();
            }
            List<Long> numbers = new ArrayList<>();
            each(account, filter, entry -> numbers.add(Long.valueOf(entry.id().substring(PREFIX.length()))));
            return database.sql("with deleted as (delete from gpu_cloud_stub.request where number = any(?)"
                            + " returning account) update gpu_cloud_stub.journal known set added = added - counted.requests"
                            + " from (select account, count(*) as requests from deleted group by account) counted"
                            + " where known.account = counted.account")
                    .param(numbers.toArray(Long[]::new))
                    .update();
        });
    }

    /** Passes the matching requests, newest first. Needs a transaction, without which all rows would be in memory. */
    private void each(@Nullable String account, JournalFilter filter, Consumer<JournalEntry> consumer) {
        database.sql("select number, sequence, machine_millis, content from gpu_cloud_stub.request"
                        + " where ? or account in (?, ?) order by number desc")
                .withFetchSize(FETCH_SIZE)
                .params(account == null, requireNonNullElse(account, NO_ACCOUNT), NO_ACCOUNT)
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
