package io.gpucloud.stub.startup;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports in one line why a setting prevents the start, without a stack trace. */
final class UnusableSettingAnalyzer extends AbstractFailureAnalyzer<UnusableSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableSettingException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.cure(), cause);
    }
}
