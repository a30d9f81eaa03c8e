package io.gpucloud.stub.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Explains failures of a start that Spring Boot does not explain: unusable settings of the stub, and malformed YAML. */
final class StartupFailureAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnusableSettingException unusable) {
                return new FailureAnalysis(unusable.getMessage(), unusable.cure(), cause);
            }
            if (cause instanceof MarkedYAMLException malformed) {
                return new FailureAnalysis(
                        "A configuration file is malformed YAML: " + malformed.getMessage(),
                        "Correct the file.",
                        cause);
            }
        }
        return null;
    }
}
