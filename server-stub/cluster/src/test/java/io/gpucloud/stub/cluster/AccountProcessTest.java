package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.cluster.AccountProcess.Asked;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountProcessTest {

    private static final Map.Entry<String, AccountCell> NOBODY = new SimpleEntry<>("tenant-a", null);

    private final AccountCall call = new AccountCall.Close();

    @Test
    void handsItsAnswerOverAsItIsWhereItSetOut() {
        AccountProcess process = AccountProcess.of(call, false, EngineTest.HERE);
        assertThat(process.process(NOBODY)).isNull();
        assertThat(process.answer(null).kind()).isEqualTo(Answer.Kind.NOT_NOW);
    }

    @Test
    void hasItsAnswerTravelWhereItHasComeFromAnotherMember() {
        AccountProcess sent = AccountProcess.of(call, false, EngineTest.HERE);
        Parcel parcel =
                AccountProcess.arrived(new Asked(call, false), EngineTest.HERE).process(NOBODY);
        assertThat(sent.answer(parcel).kind()).isEqualTo(Answer.Kind.NOT_NOW);
    }
}
