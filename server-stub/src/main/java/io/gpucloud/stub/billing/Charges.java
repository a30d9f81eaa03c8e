package io.gpucloud.stub.billing;

import io.gpucloud.stub.paging.Page;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The bill entries of an account in the order of their sequence numbers. Past the limit the oldest are merged into one entry per channel,
 * so that the sums stay correct.
 */
final class Charges {

    private final int limit;
    private final BoundedList<BillEntry> all = new BoundedList<>();
    private final BoundedList<BillEntry> ofBalance = new BoundedList<>();
    private final BoundedList<BillEntry> ofCards = new BoundedList<>();
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
        all.add(charge);
        of(charge.channel()).add(charge);
        while (all.size() > limit) {
            BillEntry oldest = all.removeFirst();
            of(oldest.channel()).removeFirst();
            carriedOver.merge(oldest.channel(), oldest, BillEntry::and);
        }
    }

    /** Returns the sum of all entries of the channel, including merged ones. */
    long sum(ChargeChannel channel) {
        return sums.getOrDefault(channel, 0L);
    }

    /** Returns the number of entries, merged ones included. */
    int count() {
        return all.size() + carriedOver.size();
    }

    List<BillEntry> kept() {
        return IntStream.range(0, all.size()).mapToObj(all::get).toList();
    }

    List<BillEntry> carriedOver() {
        return List.copyOf(carriedOver.values());
    }

    boolean isCarriedOver(BillEntry charge) {
        return charge.equals(carriedOver.get(charge.channel()));
    }

    /** Returns one page of the entries of these channels, newest first. */
    Page<BillEntry> list(Set<ChargeChannel> channels, Page.Request request) {
        BoundedList<BillEntry> kept = kept(channels);
        List<BillEntry> carried = carriedOver.values().stream()
                .filter(charge -> channels.contains(charge.channel()))
                .sorted(Comparator.comparingLong(BillEntry::sequence).reversed())
                .toList();
        int size = kept.size();
        return Page.of(size + carried.size(), i -> i < size ? kept.get(size - 1 - i) : carried.get(i - size), request);
    }

    List<SpendingSpan> spending(long first, long seconds, int spans) {
        long[] balance = new long[spans];
        long[] card = new long[spans];
        Stream.concat(
                        carriedOver.values().stream(),
                        IntStream.range(0, all.size()).mapToObj(all::get))
                .filter(bill -> bill.end() >= first && bill.end() < first + seconds * spans)
                .forEach(bill -> {
                    int span = (int) ((bill.end() - first) / seconds);
                    (bill.channel() == ChargeChannel.BALANCE ? balance : card)[span] += bill.cents();
                });
        return IntStream.range(0, spans)
                .mapToObj(span -> new SpendingSpan(first + span * seconds, balance[span], card[span]))
                .toList();
    }

    Optional<BillEntry> find(long sequence) {
        return all.find(BillEntry::sequence, sequence)
                .or(() -> carriedOver.values().stream()
                        .filter(charge -> charge.sequence() == sequence)
                        .findAny());
    }

    private BoundedList<BillEntry> kept(Set<ChargeChannel> channels) {
        return switch (channels.size()) {
            case 0 -> new BoundedList<>();
            case 1 -> of(channels.iterator().next());
            default -> all;
        };
    }

    private BoundedList<BillEntry> of(ChargeChannel channel) {
        return channel == ChargeChannel.BALANCE ? ofBalance : ofCards;
    }
}
