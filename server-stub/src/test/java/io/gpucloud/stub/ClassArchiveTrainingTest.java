package io.gpucloud.stub;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassArchiveTrainingTest {

    /** Fails if the account of the training run lacks what the requests need. */
    @ParameterizedTest
    @ValueSource(strings = {"program", "tests"})
    void getsTheExpectedResponses(String start) throws IOException {
        ClassArchiveTraining.main(new String[] {start, "20"});
    }
}
