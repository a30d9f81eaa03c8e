package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.account.StateUnavailableException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LocalMemberTest {

    private static final String MEMBER = "one";

    private final LocalMember localMember = new LocalMember(HazelcastConfigTest.LOCAL_MEMBER.executor());

    private void confirm() {
        localMember.quorumUntil(localMember.nanoTime() + TimeUnit.MINUTES.toNanos(1));
    }

    private void catchUp() {
        localMember.catchUp(() -> {});
    }

    @Test
    void needsANewConfirmationWhenAMemberHasLeft() {
        localMember.members(MEMBER::equals);
        catchUp();
        confirm();
        assertThat(localMember.hasQuorum()).isTrue();
        localMember.memberGone();
        assertThat(localMember.hasQuorum()).isFalse();
        assertThat(localMember.confirms(MEMBER)).isFalse();
        confirm();
        assertThat(localMember.hasQuorum())
                .as("quorum by members that may have removed it")
                .isFalse();
        catchUp();
        confirm();
        assertThat(localMember.hasQuorum()).isTrue();
        assertThat(localMember.confirms(MEMBER)).isTrue();
    }

    @Test
    void rejectsChangesFromBeforeItRejoined() {
        catchUp();
        confirm();
        long before = localMember.rejoins();
        localMember.requireUninterruptedQuorum(before);
        localMember.rejoinBegins();
        localMember.rejoinEnds(true);
        catchUp();
        confirm();
        assertThatThrownBy(() -> localMember.requireUninterruptedQuorum(before))
                .isInstanceOf(StateUnavailableException.class);
        localMember.requireUninterruptedQuorum(localMember.rejoins());
    }
}
