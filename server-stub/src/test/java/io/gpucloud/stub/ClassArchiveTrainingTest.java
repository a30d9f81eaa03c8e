package io.gpucloud.stub;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Isolated, because the program configures the logging of the JVM. */
@Isolated
@Tag("ci")
class ClassArchiveTrainingTest {

    /** Fails if the account of the training run lacks what the requests need. */
    @ParameterizedTest
    @ValueSource(strings = {"program", "tests"})
    void getsTheExpectedResponses(String start) throws IOException {
        ClassArchiveTraining.main(new String[] {start, "20"});
    }
}
