package io.gpucloud.client.internal;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.api.ApiOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs every attempt at level DEBUG of the logger {@code io.gpucloud.client}, without bodies, and with the allowed
 * headers only.
 */
final class CallLog implements CallListener {

    private static final Logger LOG = LoggerFactory.getLogger("io.gpucloud.client");

    @Override
    public Call started(ApiOperation operation) {
        return LOG.isDebugEnabled() ? new LoggedCall(operation) : Listeners.SILENT;
    }

    private record LoggedCall(ApiOperation operation) implements Call {

        @Override
        public void attempted(CallListener.Attempt attempt) {
            LOG.debug(
                    "{} {} attempt {}: {} in {} ms {}{}{}",
                    operation.method(),
                    operation.path(),
                    attempt.number(),
                    attempt.failure() == null ? "success" : attempt.failure().getMessage(),
                    attempt.took().toMillis(),
                    attempt.headers(),
                    attempt.failure() == null ? " request ID " + attempt.requestId() : "",
                    attempt.pause() == null ? "" : ", again in " + DurationText.of(attempt.pause()));
        }
    }
}
