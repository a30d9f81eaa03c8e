package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TermTrackerTest {

    private final TermTracker terms = new TermTracker();

    @Test
    void beginsATermHigherThanAllThatWereSeen() {
        assertThat(terms.isOver()).isTrue();
        terms.see(7);
        terms.beginAfter(3);
        assertThat(terms.current()).isEqualTo(8);
        assertThat(terms.isOver()).isFalse();
        terms.end();
        assertThat(terms.isOver()).isTrue();
        terms.beginAfter(20);
        assertThat(terms.current()).isEqualTo(21);
    }

    @Test
    void returnsTheHighestTermSeenSoFar() {
        assertThat(terms.see(5)).isEqualTo(5);
        assertThat(terms.see(4)).isEqualTo(5);
        terms.beginAfter(5);
        assertThat(terms.see(0)).isEqualTo(6);
    }
}
