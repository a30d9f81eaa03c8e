package io.gpucloud.stub.domain;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The charges of an account in the order of their sequence, a bounded number of them. Past the limit the oldest are
 * carried over into one charge per channel, so that nothing is lost from the sum.
 */
final class Charges {

    private final int limit;
    private final Tail<Charge> all = new Tail<>();
    private final Tail<Charge> ofBalance = new Tail<>();
    private final Tail<Charge> ofCards = new Tail<>();
    private final Map<Channel, Charge> carriedOver = new EnumMap<>(Channel.class);
    private final Map<Channel, Long> sums = new EnumMap<>(Channel.class);

    Charges(int limit, List<Charge> kept, List<Charge> carriedOver) {
        this.limit = limit;
        for (Charge charge : carriedOver) {
            this.carriedOver.put(charge.channel(), charge);
            sums.merge(charge.channel(), charge.cents(), Long::sum);
        }
        kept.forEach(this::add);
    }

    void add(Charge charge) {
        sums.merge(charge.channel(), charge.cents(), Long::sum);
        all.add(charge);
        of(charge.channel()).add(charge);
        while (all.size() > limit) {
            Charge oldest = all.removeFirst();
            of(oldest.channel()).removeFirst();
            carriedOver.merge(oldest.channel(), oldest, Charge::and);
        }
    }

    /** The sum of all that was ever charged to the channel. */
    long sum(Channel channel) {
        return sums.getOrDefault(channel, 0L);
    }

    List<Charge> kept() {
        return IntStream.range(0, all.size()).mapToObj(all::get).toList();
    }

    List<Charge> carriedOver() {
        return List.copyOf(carriedOver.values());
    }

    boolean isCarriedOver(Charge charge) {
        return charge.equals(carriedOver.get(charge.channel()));
    }

    /** One page of what was charged to the channels, newest first. */
    Page<Charge> list(Set<Channel> channels, Page.Request request) {
        Tail<Charge> kept = kept(channels);
        List<Charge> carried = carriedOver.values().stream()
                .filter(charge -> channels.contains(charge.channel()))
                .sorted(Comparator.comparingLong(Charge::sequence).reversed())
                .toList();
        int size = kept.size();
        return Page.of(size + carried.size(), i -> i < size ? kept.get(size - 1 - i) : carried.get(i - size), request);
    }

    Optional<Charge> find(long sequence) {
        return all.find(Charge::sequence, sequence)
                .or(() -> carriedOver.values().stream()
                        .filter(charge -> charge.sequence() == sequence)
                        .findAny());
    }

    private Tail<Charge> kept(Set<Channel> channels) {
        return switch (channels.size()) {
            case 0 -> new Tail<>();
            case 1 -> of(channels.iterator().next());
            default -> all;
        };
    }

    private Tail<Charge> of(Channel channel) {
        return channel == Channel.BALANCE ? ofBalance : ofCards;
    }
}
