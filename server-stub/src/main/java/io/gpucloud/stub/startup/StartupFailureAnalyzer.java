package io.gpucloud.stub.startup;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.FieldError;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Explains failures of a start that Spring Boot does not explain: unusable settings, malformed YAML, no temporary
 * folder. It precedes the analyzers of Spring Boot, which report an invalid value by the name of a Java member.
 */
@Order(0)
final class StartupFailureAnalyzer implements FailureAnalyzer {

    private static final String CORRECT_VALUE = "Correct the value.";

    private static final String NUMBER = "must be a whole number";
    private static final Map<Class<?>, String> REQUIREMENTS = Map.of(
            Boolean.class, "must be true or false",
            Integer.class, NUMBER,
            Long.class, NUMBER,
            Duration.class, "must be a duration, such as 20s",
            DataSize.class, "must be a size, such as 64KB");

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnusableSettingException unusable) {
                return new FailureAnalysis(unusable.getMessage(), unusable.cure(), cause);
            }
            if (cause instanceof UnboundConfigurationPropertiesException unbound) {
                ConfigurationProperty first =
                        unbound.getUnboundProperties().iterator().next();
                return analyze(UnknownSettingCheck.unbound(first));
            }
            if (cause instanceof BindException bind && bind.getCause() instanceof ConversionFailedException wrong) {
                return new FailureAnalysis(problem(bind, wrong), CORRECT_VALUE, cause);
            }
            if (cause instanceof BindValidationException invalid) {
                return new FailureAnalysis(problems(invalid.getValidationErrors()), CORRECT_VALUE, cause);
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
            if (cause instanceof PortInUseException) {
                // Spring Boot explains it.
                return null;
            }
            if (cause instanceof java.net.BindException) {
                String problem = "The stub cannot listen at server.address and server.port: " + cause.getMessage();
                return new FailureAnalysis(problem, "Correct the settings.", cause);
            }
        }
        return null;
    }

    /** The setting, or the map with a key, that has a value of another type. */
    private static String problem(BindException bind, ConversionFailedException wrong) {
        ConfigurationProperty property = bind.getProperty();
        String given = property == null
                ? bind.getName() + " has \"" + wrong.getValue()
                : property.getName() + " is \"" + property.getValue();
        return given + "\": " + requirement(wrong);
    }

    private static String requirement(ConversionFailedException wrong) {
        Class<?> type = wrong.getTargetType().getObjectType();
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants())
                    .map(value -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(", ", "must be one of ", ""));
        }
        String reason = NestedExceptionUtils.getMostSpecificCause(wrong).getMessage();
        return REQUIREMENTS.getOrDefault(type, String.valueOf(reason));
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
