package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.lease.CostReport.PerHour;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prices, balance and cards as the service listed them at a moment. */
record CostData(Instant at, PriceList prices, BigDecimal balance, List<Card> cards) {

    /** {@code listed}: instances whose prices are needed. */
    static CostData read(GpuCloudClient client, List<Instance> listed, Instant at) {
        List<InstanceRequest> requests =
                billed(listed).stream().map(InstanceRequest::of).toList();
        return new CostData(
                at,
                PriceList.of(client, requests),
                client.billing().balance().balance(),
                client.billing().cards().stream().toList());
    }

    /** The cost of the listed instances. */
    CostReport report(List<Instance> listed, Instant now) {
        List<Instance> instances = billed(listed);
        Map<String, PerHour> perHour = new HashMap<>();
        for (Instance instance : instances) {
            perHour.put(
                    instance.instanceUuid(),
                    new PerHour(
                            prices.of(instance).orElse(null),
                            prices.billed(instance).orElse(null)));
        }
        return new CostReport(now, instances, perHour, balance, remaining(instances, now));
    }

    private static List<Instance> billed(List<Instance> listed) {
        return listed.stream()
                .filter(instance -> !instance.status().equals(InstanceStatus.SHUT_DOWN))
                .toList();
    }

    private BigDecimal remaining(List<Instance> instances, Instant now) {
        // An instance may name a pod that is no longer listed.
        Set<String> pods = instances.stream()
                .flatMap(instance -> Stream.of(instance.imageUuid(), prices.podOf(instance)))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return cards.stream()
                .filter(card -> card.expireDate() == null || card.expireDate().isAfter(now))
                .filter(card -> appliesToOne(card, pods))
                .map(Card::leaveAmount)
                .filter(Objects::nonNull)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static boolean appliesToOne(Card card, Set<String> pods) {
        return card.pods().isEmpty() || card.pods().stream().anyMatch(pod -> pods.contains(pod.uuid()));
    }
}
