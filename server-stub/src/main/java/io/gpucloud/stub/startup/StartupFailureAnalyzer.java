package io.gpucloud.stub.startup;

import java.net.BindException;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataLocationNotFoundException;
import org.springframework.boot.context.config.ConfigDataResourceNotFoundException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Explains why the stub does not start: the reason, and how to fix it, in one line each. Spring also asks it about failures of programs
 * that embed the stub, so it explains only failures of settings of the stub until the main method of the stub asks about all.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class StartupFailureAnalyzer implements FailureAnalyzer {

    private static final String ADDRESS = "server.address";
    private static final String PORT = "server.port";
    private static final String CHANGE_PORT = "Choose another: --port=8081, or --port=0 for any free port.";
    private static final String CHANGE_ADDRESS =
            "Use an address of this machine: --server.address=127.0.0.1, or 0.0.0.0 for all.";
    private static final String HELP = "Correct the setting; --help describes it.";

    private static final Map<Class<?>, String> KINDS = Map.of(
            Duration.class, DurationUnitCheck.NO_DURATION,
            DataSize.class, "is not a size such as 64KB or 20MB",
            Boolean.class, "is not true or false",
            Integer.class, "is not a whole number",
            Long.class, "is not a whole number",
            InetAddress.class, "is not an address of this machine");

    private final PropertyResolver settings;

    /**
     * Creates an analyzer.
     *
     * @param settings the settings of the program
     */
    public StartupFailureAnalyzer(Environment settings) {
        this.settings = settings;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        return explain(failure, StartupFailureAnalyzer::explainSettingOfTheStub);
    }

    /** Explains a failure of the program, which has no settings but those of the stub. */
    @Nullable
    FailureAnalysis analyzeProgram(Throwable failure) {
        return explain(failure, this::explain);
    }

    private static @Nullable FailureAnalysis explain(
            Throwable failure, Function<Throwable, @Nullable FailureAnalysis> explanation) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            FailureAnalysis explained = explanation.apply(cause);
            if (explained != null) {
                return explained;
            }
        }
        return null;
    }

    private static @Nullable FailureAnalysis explainSettingOfTheStub(Throwable cause) {
        if (cause instanceof UnusableSettingException unusable) {
            return new FailureAnalysis(unusable.getMessage(), unusable.cure(), cause);
        }
        return cause instanceof UnboundConfigurationPropertiesException unbound ? unknown(unbound) : null;
    }

    private @Nullable FailureAnalysis explain(Throwable cause) {
        if (cause instanceof BindValidationException invalid) {
            return invalid(invalid);
        } else if (cause instanceof org.springframework.boot.context.properties.bind.BindException unfit
                && unfit.getProperty() != null) {
            return unfit(unfit.getProperty(), unfit.getTarget().getType().resolve(Object.class), cause);
        } else if (cause instanceof PortInUseException inUse) {
            return setting(PORT, inUse.getPort(), "another program listens on it", CHANGE_PORT, cause);
        } else if (cause instanceof BindException) {
            String address = settings.getProperty(ADDRESS, "");
            return setting(ADDRESS, address, kind(InetAddress.class), CHANGE_ADDRESS, cause);
        } else if (cause instanceof SocketException) {
            String port = settings.getProperty(PORT, "8080");
            return setting(PORT, port, "this user may not listen on it", CHANGE_PORT, cause);
        } else if (cause instanceof MarkedYAMLException malformed) {
            return malformed(malformed);
        } else if (cause instanceof ConfigDataResourceNotFoundException missing) {
            return missing(String.valueOf(missing.getLocation()), cause);
        } else if (cause instanceof ConfigDataLocationNotFoundException missing) {
            return missing(String.valueOf(missing.getLocation()), cause);
        }
        return explainSettingOfTheStub(cause);
    }

    private static FailureAnalysis setting(String name, Object value, String reason, String cure, Throwable cause) {
        return new FailureAnalysis(name + " " + value + ": " + reason, cure, cause);
    }

    /** Explains the first unknown setting of the stub. Others belong to a program that embeds it. */
    private static @Nullable FailureAnalysis unknown(UnboundConfigurationPropertiesException unbound) {
        return unbound.getUnboundProperties().stream()
                .map(property -> property.getName().toString())
                .filter(name -> name.startsWith(KnownSettings.PREFIX))
                .sorted()
                .findFirst()
                .map(name -> UnknownSettingCheck.unknown(name, ""))
                .map(unusable -> new FailureAnalysis(unusable.getMessage(), unusable.cure(), unbound))
                .orElse(null);
    }

    private FailureAnalysis invalid(BindValidationException invalid) {
        ObjectError first = invalid.getValidationErrors().getAllErrors().get(0);
        String name = invalid.getValidationErrors().getName()
                + (first instanceof FieldError error ? "." + dashed(error.getField()) : "");
        String value = settings.getProperty(name, "");
        return setting(name, value, String.valueOf(first.getDefaultMessage()), HELP, invalid);
    }

    private static String dashed(String field) {
        return Arrays.stream(field.split("[.]"))
                .map(DataObjectPropertyName::toDashedForm)
                .collect(Collectors.joining("."));
    }

    private static FailureAnalysis unfit(ConfigurationProperty property, Class<?> type, Throwable cause) {
        String name = property.getName().toString();
        Object value = String.valueOf(property.getValue());
        return setting(name, value, kind(type), name.equals(ADDRESS) ? CHANGE_ADDRESS : HELP, cause);
    }

    private static String kind(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(value -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(", ", "is none of ", ""));
        }
        return KINDS.getOrDefault(ClassUtils.resolvePrimitiveIfNecessary(type), "cannot be used");
    }

    private static FailureAnalysis malformed(MarkedYAMLException malformed) {
        Mark mark = malformed.getProblemMark();
        String place = mark == null ? "" : "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1) + ": ";
        return new FailureAnalysis(
                "the configuration file is malformed YAML: " + place + malformed.getProblem(),
                "Correct gpu-cloud-stub.yaml, or the file that spring.config.location names.",
                malformed);
    }

    private static FailureAnalysis missing(String location, Throwable cause) {
        String cure = "Name another file, or optional:" + location + " to start without it.";
        return setting("spring.config.location", location, "does not exist", cure, cause);
    }
}
