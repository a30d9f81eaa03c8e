package io.gpucloud.stub.sql;

import static java.util.Comparator.comparingLong;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;

import io.gpucloud.stub.account.AccountSnapshot;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.PrivateImage;
import io.gpucloud.stub.account.ScheduledEvent;
import io.gpucloud.stub.billing.BillEntry;
import io.gpucloud.stub.billing.Ledger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of an account that is stored by itself, so that a change of the account writes only the parts that it changes.
 *
 * @param events the events of the instance or the image
 * @param bills bills with consecutive numbers
 * @param ledger the ledger without its bills
 * @param rest the account without all of these
 */
record AccountRow(
        @Nullable Instance instance,
        @Nullable PrivateImage image,
        List<ScheduledEvent> events,
        List<BillEntry> bills,
        Ledger.@Nullable State ledger,
        @Nullable SavedAccount rest) {

    private static final int BILLS_PER_ROW = 50;
    private static final String LEDGER = "ledger";
    private static final String REST = "rest";

    /**
     * Splits an account into named rows.
     *
     * @param before its rows before a change; an instance that has not changed keeps its row, because comparing rows is
     *     slow
     */
    static Map<String, AccountRow> split(SavedAccount account, Map<String, AccountRow> before) {
        Map<String, AccountRow> rows = new HashMap<>();
        AccountSnapshot state = account.state();
        Map<String, List<ScheduledEvent>> events = state.agenda().stream().collect(groupingBy(ScheduledEvent::subject));
        for (Instance one : state.instances()) {
            List<ScheduledEvent> own = events.getOrDefault(one.uuid(), List.of());
            AccountRow known = before.get(one.uuid());
            boolean isSame = known != null && one.equals(known.instance()) && own.equals(known.events());
            rows.put(one.uuid(), isSame ? known : new AccountRow(one, null, own, List.of(), null, null));
        }
        for (PrivateImage one : state.images()) {
            List<ScheduledEvent> own = events.getOrDefault(one.uuid(), List.of());
            rows.put(one.uuid(), new AccountRow(null, one, own, List.of(), null, null));
        }
        state.ledger().entries().stream()
                .collect(groupingBy(bill -> bill.sequence() / BILLS_PER_ROW))
                .forEach((number, bills) ->
                        rows.put("bills-" + number, new AccountRow(null, null, List.of(), bills, null, null)));
        Ledger.State ledger = state.ledger().withEntries(List.of());
        rows.put(LEDGER, new AccountRow(null, null, List.of(), List.of(), ledger, null));
        SavedAccount rest =
                new SavedAccount(account.seed(), state.with(List.of(), List.of(), List.of(), Ledger.State.EMPTY));
        rows.put(REST, new AccountRow(null, null, List.of(), List.of(), null, rest));
        return rows;
    }

    /** Joins the rows of an account. */
    static SavedAccount join(Map<String, AccountRow> rows) {
        SavedAccount rest = requireNonNull(requireNonNull(rows.get(REST)).rest());
        Ledger.State ledger = requireNonNull(requireNonNull(rows.get(LEDGER)).ledger());
        AccountSnapshot state = rest.state()
                .with(
                        sorted(rows, row -> Stream.ofNullable(row.instance()), Instance::sequence),
                        sorted(rows, row -> Stream.ofNullable(row.image()), PrivateImage::sequence),
                        sorted(rows, row -> row.events().stream(), ScheduledEvent::sequence),
                        ledger.withEntries(sorted(rows, row -> row.bills().stream(), BillEntry::sequence)));
        return new SavedAccount(rest.seed(), state);
    }

    private static <T> List<T> sorted(
            Map<String, AccountRow> rows, Function<AccountRow, Stream<T>> items, ToLongFunction<T> sequence) {
        return rows.values().stream()
                .flatMap(items)
                .sorted(comparingLong(sequence))
                .toList();
    }
}
