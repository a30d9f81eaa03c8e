package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.ChargeChannel;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.Recharge;
import io.gpucloud.client.resource.BillFilter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks that recharges, bills and balance of an account add up exactly. */
final class BalanceCheck {

    private BalanceCheck() {}

    static void assertAddUp(GpuCloudClient client) {
        BigDecimal paidIn = sum(client.billing().recharges().stream().map(Recharge::amount));
        List<Card> cards = client.billing().cards().stream().toList();
        BigDecimal spent = sum(cards.stream().map(Card::faceAmount))
                .subtract(sum(cards.stream().map(Card::leaveAmount)));

        assertThat(client.billing().balance().balance())
                .isEqualByComparingTo(paidIn.subtract(billed(client, ChargeChannel.BALANCE)));
        assertThat(spent).isEqualByComparingTo(billed(client, ChargeChannel.COMPUTE_CARD));
    }

    private static BigDecimal billed(GpuCloudClient client, ChargeChannel channel) {
        return sum(client.billing().bills(BillFilter.all().withChannel(channel)).withPageSize(1_000).stream()
                .map(Bill::amount));
    }

    private static BigDecimal sum(Stream<@Nullable BigDecimal> amounts) {
        return amounts.map(Objects::requireNonNull).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
