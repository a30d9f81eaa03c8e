package io.gpucloud.contract.kit;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** Moves the clock of a stub instead of waiting. */
final class AdvancingSleeper implements RateLimitRetry.Sleeper {

    private final HttpCaller http;

    AdvancingSleeper(URI url) {
        http = new HttpCaller(WriteProfileTest.admin(url));
    }

    @Override
    public void sleep(Duration pause) {
        try {
            http.send(
                    RequestMembers.call(ApiDocuments.ADMIN_API, "advanceClock", Map.of("seconds", pause.toSeconds())));
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
