package io.gpucloud.stub;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RehearsalTest {

    /** Else it says so: the account that is rehearsed with must have what is asked for, as often as it is. */
    @Test
    void isAnsweredAsCallersAre() throws IOException {
        Rehearsal.main(new String[] {"20"});
    }
}
