package io.gpucloud.stub.journal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests with status 200 for the tests of their observers. */
final class Requests {

    private Requests() {}

    static JournaledRequest of(
            @Nullable String operation,
            String path,
            @Nullable Integer code,
            @Nullable String apiKey,
            JournaledBody body) {
        return new JournaledRequest(
                1,
                null,
                operation,
                "GET",
                path,
                "page=1",
                apiKey,
                Map.of(),
                body,
                200,
                code,
                7,
                List.of("fault-2", "fault-1"),
                null,
                true,
                Map.of(),
                body,
                JournaledBody.NONE,
                null);
    }
}
