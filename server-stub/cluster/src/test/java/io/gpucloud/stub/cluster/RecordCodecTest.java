package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.paging.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecTest {

    private record Unknown(String text) {}

    private final RecordCodec codec = new RecordCodec(Operation.class);

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 63, 64, -64, -65, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE})
    void readsTheNumberThatItWrote(long number) {
        assertThat(codec.read(codec.write(number))).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "ümläut \u0800 \uffff", "\ud83d\ude00", "\ud83d alone", "alone \ude00"})
    void readsTheStringThatItWrote(String text) {
        assertThat(codec.read(codec.write(text))).isEqualTo(text);
    }

    @Test
    void readsTheRecordsThatItWrote() {
        Operation<?> operation = new Operation.ListBills(Set.of(ChargeChannel.CARD), "1", new Page.Request(2, 3));
        Operation<?> withGaps = new Operation.SetDurations(0L, null, Long.MAX_VALUE);
        assertThat(codec.read(codec.write(operation))).isEqualTo(operation);
        assertThat(codec.read(codec.write(withGaps))).isEqualTo(withGaps);
        assertThat(codec.read(codec.write(Map.of("a", List.of(operation), "b", true, "c", 0.5))))
                .isEqualTo(Map.of("a", List.of(operation), "b", true, "c", 0.5));
    }

    @Test
    void rejectsUnknownTypes() {
        assertThatThrownBy(() -> codec.write(new Unknown("x")))
                .hasMessageContaining("not a type that members exchange");
        assertThatThrownBy(() -> codec.read(new byte[] {(byte) 0x7f})).hasMessageContaining("unknown type");
    }

    /** The number of elements in the message is replaced by the largest possible number. */
    @ParameterizedTest
    @MethodSource("collections")
    void reservesNoMemoryForMissingElements(Object collection) {
        byte[] whole = codec.write(collection);
        byte[] large = {whole[0], (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07};
        assertThatThrownBy(() -> codec.read(large)).isInstanceOf(IllegalArgumentException.class);
    }

    static List<Object> collections() {
        return List.of(List.of(1), Set.of(1), Map.of(1, 2));
    }

    @Test
    void rejectsTruncatedMessages() {
        byte[] whole = codec.write("some text");
        byte[] cut = Arrays.copyOf(whole, whole.length - 1);
        assertThatThrownBy(() -> codec.read(cut)).isInstanceOf(IllegalArgumentException.class);
    }
}
