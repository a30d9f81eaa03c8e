package io.gpucloud.client.internal;

import io.gpucloud.client.CallListener.Unreadable;
import io.gpucloud.client.api.ApiOperation;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each kind of unreadable part once per client: the same record is in every poll of a list. */
final class UnreadableLog {

    private static final Logger LOG = LoggerFactory.getLogger("io.gpucloud.client");

    /** More kinds than the contract has members; bounded, whatever a response has. */
    private static final int MOST = 256;

    private final Set<String> logged = new HashSet<>();

    void log(ApiOperation operation, Unreadable part) {
        if (isNew(operation.id() + part.path().replaceAll("/\\d+", "/*") + part.problem())) {
            LOG.warn(
                    "{} {}: {} cannot be read and {}: {}. This is logged once per client",
                    operation.method(),
                    operation.path(),
                    ForeignText.onOneLine(part.path()),
                    part.recordLeftOut() ? "is left out of the list" : "is treated as absent",
                    ForeignText.onOneLine(part.problem()));
        }
    }

    private synchronized boolean isNew(String kind) {
        return logged.size() < MOST && logged.add(kind);
    }
}
