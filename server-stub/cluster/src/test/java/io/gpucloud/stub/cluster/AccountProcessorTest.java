package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.cluster.AccountProcessor.AccountRequest;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountProcessorTest {

    private static final Map.Entry<String, StoredAccount> NOBODY = new SimpleEntry<>("tenant-a", null);

    private final AccountCommand command = new AccountCommand.Close();

    @Test
    void keepsTheResultOnTheCallingMember() {
        AccountProcessor process = AccountProcessor.of(command, false, HazelcastConfigTest.LOCAL_MEMBER);
        assertThat(process.process(NOBODY)).isNull();
        assertThat(process.answer(null).kind()).isEqualTo(AccountResult.Kind.NOT_NOW);
    }

    @Test
    void returnsTheResultToAnotherMember() {
        AccountProcessor sent = AccountProcessor.of(command, false, HazelcastConfigTest.LOCAL_MEMBER);
        ResultEnvelope envelope = AccountProcessor.received(
                        new AccountRequest(command, false), HazelcastConfigTest.LOCAL_MEMBER)
                .process(NOBODY);
        assertThat(sent.answer(envelope).kind()).isEqualTo(AccountResult.Kind.NOT_NOW);
    }
}
