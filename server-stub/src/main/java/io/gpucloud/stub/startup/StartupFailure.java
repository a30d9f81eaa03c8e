package io.gpucloud.stub.startup;

import java.net.BindException;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataLocationNotFoundException;
import org.springframework.boot.context.config.ConfigDataResourceNotFoundException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** The reason why the program does not start, and how to fix it, in one line each. */
record StartupFailure(String problem, String cure) {

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

    /** Explains a failure, if its cause is something that the user can change. */
    static Optional<StartupFailure> of(Throwable failure, PropertyResolver settings) {
        return Stream.<@Nullable Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .map(cause -> explain(cause, settings))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<StartupFailure> explain(@Nullable Throwable cause, PropertyResolver settings) {
        StartupFailure failure = null;
        if (cause instanceof UnusableSettingException unusable) {
            failure = new StartupFailure(String.valueOf(unusable.getMessage()), unusable.cure());
        } else if (cause instanceof UnboundConfigurationPropertiesException unbound) {
            failure = unknown(unbound);
        } else if (cause instanceof BindValidationException invalid) {
            failure = invalid(invalid, settings);
        } else if (cause instanceof org.springframework.boot.context.properties.bind.BindException unfit
                && unfit.getProperty() != null) {
            failure = unfit(unfit.getProperty(), unfit.getTarget().getType().resolve(Object.class));
        } else if (cause instanceof PortInUseException inUse) {
            failure = new StartupFailure(PORT + " " + inUse.getPort() + ": another program listens on it", CHANGE_PORT);
        } else if (cause instanceof BindException) {
            String address = settings.getProperty(ADDRESS, "");
            failure = new StartupFailure(ADDRESS + " " + address + ": " + KINDS.get(InetAddress.class), CHANGE_ADDRESS);
        } else if (cause instanceof SocketException) {
            String port = settings.getProperty(PORT, "8080");
            failure = new StartupFailure(PORT + " " + port + ": this user may not listen on it", CHANGE_PORT);
        } else if (cause instanceof MarkedYAMLException malformed) {
            failure = malformed(malformed);
        } else if (cause instanceof ConfigDataResourceNotFoundException missing) {
            failure = missing(String.valueOf(missing.getLocation()));
        } else if (cause instanceof ConfigDataLocationNotFoundException missing) {
            failure = missing(String.valueOf(missing.getLocation()));
        }
        return Optional.ofNullable(failure);
    }

    private static @Nullable StartupFailure unknown(UnboundConfigurationPropertiesException unbound) {
        return unbound.getUnboundProperties().stream()
                .map(property -> property.getName().toString())
                .sorted()
                .findFirst()
                .map(name -> new StartupFailure(
                        "unknown setting: " + name,
                        KnownSettings.nearest(name)
                                        .map(meant -> "Did you mean " + meant + "? ")
                                        .orElse("")
                                + "--help lists all settings."))
                .orElse(null);
    }

    private static StartupFailure invalid(BindValidationException invalid, PropertyResolver settings) {
        ObjectError first = invalid.getValidationErrors().getAllErrors().get(0);
        String name = invalid.getValidationErrors().getName()
                + (first instanceof FieldError error ? "." + dashed(error.getField()) : "");
        String value = settings.getProperty(name, "");
        return new StartupFailure(name + " " + value + ": " + first.getDefaultMessage(), HELP);
    }

    private static String dashed(String field) {
        return Arrays.stream(field.split("[.]"))
                .map(DataObjectPropertyName::toDashedForm)
                .collect(Collectors.joining("."));
    }

    private static StartupFailure unfit(ConfigurationProperty property, Class<?> type) {
        String name = property.getName().toString();
        return new StartupFailure(
                name + " " + property.getValue() + ": " + kind(type), name.equals(ADDRESS) ? CHANGE_ADDRESS : HELP);
    }

    private static String kind(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(value -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(", ", "is none of ", ""));
        }
        return KINDS.getOrDefault(ClassUtils.resolvePrimitiveIfNecessary(type), "cannot be used");
    }

    private static StartupFailure malformed(MarkedYAMLException malformed) {
        Mark mark = malformed.getProblemMark();
        String place = mark == null ? "" : "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1) + ": ";
        return new StartupFailure(
                "the configuration file is malformed YAML: " + place + malformed.getProblem(),
                "Correct gpu-cloud-stub.yaml, or the file that spring.config.location names.");
    }

    private static StartupFailure missing(String location) {
        return new StartupFailure(
                "spring.config.location " + location + ": does not exist",
                "Name another file, or optional:" + location + " to start without it.");
    }
}
