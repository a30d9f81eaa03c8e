package io.gpucloud.stub.startup;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.core.annotation.Order;
import org.springframework.validation.FieldError;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Explains failures of a start that Spring Boot does not explain: unusable settings, malformed YAML, no temporary
 * folder. It precedes the analyzers of Spring Boot, which report an invalid value by the name of a Java member.
 */
@Order(0)
final class StartupFailureAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnusableSettingException unusable) {
                return new FailureAnalysis(unusable.getMessage(), unusable.cure(), cause);
            }
            if (cause instanceof BindValidationException invalid) {
                return new FailureAnalysis(problems(invalid.getValidationErrors()), "Correct the value.", cause);
            }
            if (cause instanceof MarkedYAMLException malformed) {
                return new FailureAnalysis(
                        "A configuration file is malformed YAML: " + malformed.getMessage(),
                        "Correct the file.",
                        cause);
            }
            if (cause instanceof WebServerException
                    && String.valueOf(cause.getMessage()).contains("java.io.tmpdir")) {
                return new FailureAnalysis(
                        "The temporary folder " + System.getProperty("java.io.tmpdir") + " cannot be written.",
                        "Mount a folder there that can be written, such as a tmpfs, or name another one with -Djava.io.tmpdir=FOLDER.",
                        cause);
            }
        }
        return null;
    }

    /** Each invalid setting, its value and the reason, on a line. */
    private static String problems(ValidationErrors errors) {
        return errors.getAllErrors().stream()
                .filter(FieldError.class::isInstance)
                .map(FieldError.class::cast)
                .map(error -> errors.getName() + "." + DataObjectPropertyName.toDashedForm(error.getField()) + " is \""
                        + error.getRejectedValue() + "\": " + error.getDefaultMessage())
                .collect(Collectors.joining("\n"));
    }
}
