package io.gpucloud.stub;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one line why a file stops the start, instead of a stack trace. */
final class UnusableFileAnalyzer extends AbstractFailureAnalyzer<UnusableFileException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableFileException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.cure(), cause);
    }
}
