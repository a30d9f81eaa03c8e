package io.gpucloud.stub;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ClassArchiveTrainingTest {

    /** Fails if the account of the training run lacks what the requests need. */
    @Test
    void isAnsweredAsCallersAre() throws IOException {
        ClassArchiveTraining.main(new String[] {"20"});
    }
}
