package io.gpucloud.stub.billing;

import io.gpucloud.stub.paging.Page;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterators;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The bill entries of an account in the order of their sequence numbers. Past the limit the oldest are merged into one
 * entry per channel, so that the sums stay correct.
 */
final class Charges {

    private final int limit;
    private final Deque<BillEntry> kept = new ArrayDeque<>();
    private final Map<ChargeChannel, BillEntry> carriedOver = new EnumMap<>(ChargeChannel.class);
    private final Map<ChargeChannel, Long> sums = new EnumMap<>(ChargeChannel.class);

    Charges(int limit, List<BillEntry> kept, List<BillEntry> carriedOver) {
        this.limit = limit;
        for (BillEntry charge : carriedOver) {
            this.carriedOver.put(charge.channel(), charge);
            sums.merge(charge.channel(), charge.cents(), Long::sum);
        }
        kept.forEach(this::add);
    }

    void add(BillEntry charge) {
        sums.merge(charge.channel(), charge.cents(), Long::sum);
        kept.add(charge);
        while (kept.size() > limit) {
            BillEntry oldest = kept.remove();
            carriedOver.merge(oldest.channel(), oldest, BillEntry::and);
        }
    }

    /** Returns the sum of all entries of the channel, including merged ones. */
    long sum(ChargeChannel channel) {
        return sums.getOrDefault(channel, 0L);
    }

    /** Returns the number of entries, merged ones included. */
    int count() {
        return kept.size() + carriedOver.size();
    }

    List<BillEntry> kept() {
        return List.copyOf(kept);
    }

    List<BillEntry> carriedOver() {
        return List.copyOf(carriedOver.values());
    }

    boolean isCarriedOver(BillEntry charge) {
        return charge.equals(carriedOver.get(charge.channel()));
    }

    /**
     * Returns one page of the entries of these channels, newest first. Reads no older ones, of which there may be many.
     */
    Page<BillEntry> list(Set<ChargeChannel> channels, Page.Request request) {
        List<BillEntry> items = all().filter(charge -> channels.contains(charge.channel()))
                .skip((request.number() - 1L) * request.size())
                .limit(request.size())
                .toList();
        boolean isAll = channels.size() == ChargeChannel.values().length;
        long total = isAll
                ? count()
                : all().filter(charge -> channels.contains(charge.channel())).count();
        return new Page<>(items, (int) total);
    }

    List<SpendingSpan> spending(long first, long seconds, int spans) {
        long[] balance = new long[spans];
        long[] card = new long[spans];
        all().filter(bill -> bill.end() >= first && bill.end() < first + seconds * spans)
                .forEach(bill -> {
                    int span = (int) ((bill.end() - first) / seconds);
                    (bill.channel() == ChargeChannel.BALANCE ? balance : card)[span] += bill.cents();
                });
        return IntStream.range(0, spans)
                .mapToObj(span -> new SpendingSpan(first + span * seconds, balance[span], card[span], 0))
                .toList();
    }

    /** Returns all entries, newest first, merged ones last. */
    Stream<BillEntry> all() {
        return Stream.concat(
                StreamSupport.stream(Spliterators.spliterator(kept.descendingIterator(), kept.size(), 0), false),
                carriedOver.values().stream()
                        .sorted(Comparator.comparingLong(BillEntry::sequence).reversed()));
    }
}
