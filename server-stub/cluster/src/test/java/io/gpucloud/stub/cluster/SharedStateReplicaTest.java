package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Changes arrive in any order, and the latest one is kept. */
class SharedStateReplicaTest {

    private final SharedStateReplica replica = new SharedStateReplica();

    @Test
    void keepsTheNewerOfTwoValues() {
        replica.change("a", "second", 2);
        replica.change("a", "first", 1);
        replica.change("b", "other", 3);
        assertThat(replica.all()).isEqualTo(Map.of("a", "second", "b", "other"));
        assertThat(replica.version()).isEqualTo(3);
    }

    @Test
    void keepsAValueRemoved() {
        replica.change("a", null, 2);
        replica.change("a", "late", 1);
        assertThat(replica.get("a")).isNull();
        assertThat(replica.size()).isZero();
        replica.change("a", "anew", 3);
        assertThat(replica.size()).isOne();
    }

    @Test
    void replacesAllValuesExceptNewerOnes() {
        replica.change("gone", "x", 1);
        replica.change("newer", "y", 5);
        replica.replaceAll(Map.of("a", "z", "newer", "old"), 4);
        assertThat(replica.all()).isEqualTo(Map.of("a", "z", "newer", "y"));
        replica.replaceAll(Map.of("b", "stale"), 3);
        replica.change("a", "stale", 4);
        assertThat(replica.all()).isEqualTo(Map.of("a", "z", "newer", "y"));
    }

    @Test
    void acceptsAnyValueWhenOutdated() {
        replica.change("clock", "old", 70);
        replica.change("gone", "x", 71);
        replica.change("removed", null, 72);
        replica.markOutdated();
        assertThat(replica.get("clock")).as("value before the first change").isEqualTo("old");
        assertThat(replica.version()).as("version when outdated").isZero();
        replica.change("clock", "new", 1);
        replica.replaceAll(Map.of("clock", "new"), 1);
        assertThat(replica.all()).isEqualTo(Map.of("clock", "new"));
        assertThat(replica.remembered()).isOne();
    }

    @Test
    void acceptsAnEmptyPartWhenOutdated() {
        replica.change("gone", "x", 70);
        replica.markOutdated();
        replica.replaceAll(Map.of(), 0);
        assertThat(replica.all()).isEmpty();
        assertThat(replica.size()).isZero();
    }

    @Test
    void forgetsOldRemovedValues() {
        for (int i = 1; i <= 100_000; i++) {
            replica.change("name-" + i, null, i);
        }
        replica.change("a", "b", 100_001);
        assertThat(replica.remembered()).isLessThan(5_000);
        assertThat(replica.size()).isOne();
    }
}
