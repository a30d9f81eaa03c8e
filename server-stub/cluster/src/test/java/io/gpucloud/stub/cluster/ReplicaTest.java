package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** News come in any order, and the latest counts. */
class ReplicaTest {

    private final Replica replica = new Replica();

    @Test
    void keepsTheNewerOfTwoValues() {
        replica.tell("a", "second", 2);
        replica.tell("a", "first", 1);
        replica.tell("b", "other", 3);
        assertThat(replica.all()).isEqualTo(Map.of("a", "second", "b", "other"));
        assertThat(replica.version()).isEqualTo(3);
    }

    @Test
    void remembersThatAValueWasRemoved() {
        replica.tell("a", null, 2);
        replica.tell("a", "late", 1);
        assertThat(replica.get("a")).isNull();
        assertThat(replica.size()).isZero();
        replica.tell("a", "anew", 3);
        assertThat(replica.size()).isOne();
    }

    @Test
    void takesAllValuesButForThoseThatItKnowsBetter() {
        replica.tell("gone", "x", 1);
        replica.tell("newer", "y", 5);
        replica.tellAll(Map.of("a", "z", "newer", "old"), 4);
        assertThat(replica.all()).isEqualTo(Map.of("a", "z", "newer", "y"));
        replica.tellAll(Map.of("b", "stale"), 3);
        replica.tell("a", "stale", 4);
        assertThat(replica.all()).isEqualTo(Map.of("a", "z", "newer", "y"));
    }

    @Test
    void goesByTheOthersOnceItIsOutdated() {
        replica.tell("clock", "old", 70);
        replica.tell("gone", "x", 71);
        replica.tell("removed", null, 72);
        replica.outdate();
        assertThat(replica.get("clock")).as("until others tell").isEqualTo("old");
        assertThat(replica.version()).as("nothing to bring back to them").isZero();
        replica.tell("clock", "new", 1);
        replica.tellAll(Map.of("clock", "new"), 1);
        assertThat(replica.all()).isEqualTo(Map.of("clock", "new"));
        assertThat(replica.remembered()).isOne();
    }

    @Test
    void takesEvenAnEmptyPartInPlaceOfWhatIsOutdated() {
        replica.tell("gone", "x", 70);
        replica.outdate();
        replica.tellAll(Map.of(), 0);
        assertThat(replica.all()).isEmpty();
        assertThat(replica.size()).isZero();
    }

    @Test
    void doesNotRememberForEverWhatWasRemoved() {
        for (int i = 1; i <= 100_000; i++) {
            replica.tell("name-" + i, null, i);
        }
        replica.tell("a", "b", 100_001);
        assertThat(replica.remembered()).isLessThan(5_000);
        assertThat(replica.size()).isOne();
    }
}
