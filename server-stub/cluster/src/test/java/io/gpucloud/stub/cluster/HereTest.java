package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.account.UnavailableException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HereTest {

    private static final String MEMBER = "one";

    private final Here here = new Here(EngineTest.HERE.residence());

    private void beConfirmed() {
        here.sureUntil(here.nanoTime() + TimeUnit.MINUTES.toNanos(1));
    }

    private void catchUp() {
        here.catchUp(() -> {});
    }

    @Test
    void isConfirmedAnewWhenSomebodyHasGone() {
        here.members(MEMBER::equals);
        catchUp();
        beConfirmed();
        assertThat(here.isSure()).isTrue();
        here.memberGone();
        assertThat(here.isSure()).isFalse();
        assertThat(here.confirms(MEMBER)).isFalse();
        beConfirmed();
        assertThat(here.isSure()).as("by those who may have given it up").isFalse();
        catchUp();
        beConfirmed();
        assertThat(here.isSure()).isTrue();
        assertThat(here.confirms(MEMBER)).isTrue();
    }

    @Test
    void doesNotAnswerForWhatItDidBeforeItWentOver() {
        catchUp();
        beConfirmed();
        long before = here.merges();
        here.requireStillSure(before);
        here.mergeBegins();
        here.mergeEnds(true);
        catchUp();
        beConfirmed();
        assertThatThrownBy(() -> here.requireStillSure(before)).isInstanceOf(UnavailableException.class);
        here.requireStillSure(here.merges());
    }
}
