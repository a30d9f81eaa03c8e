package io.gpucloud.stub;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RehearsalTest {

    /** The rehearsal fails if its account cannot serve all of its requests. */
    @Test
    void isAnsweredAsCallersAre() throws IOException {
        Rehearsal.main(new String[] {"20"});
    }
}
