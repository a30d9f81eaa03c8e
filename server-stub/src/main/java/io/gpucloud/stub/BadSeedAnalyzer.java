package io.gpucloud.stub;

import io.gpucloud.stub.SeedFiles.BadSeedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one line why a seed stops the start, instead of a stack trace. */
final class BadSeedAnalyzer extends AbstractFailureAnalyzer<BadSeedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BadSeedException cause) {
        return new FailureAnalysis(
                cause.getMessage(), "Correct the file. Its schema is seed/seed.schema.json in the jar.", cause);
    }
}
