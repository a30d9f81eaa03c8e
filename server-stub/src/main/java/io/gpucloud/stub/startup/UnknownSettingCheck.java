package io.gpucloud.stub.startup;

import io.gpucloud.stub.json.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.OriginProvider;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;

/**
 * Stops the start of the program at a setting that nothing reads: a misspelled environment variable of the stub, or a
 * name outside the groups of the stub and of Spring Boot. Other unknown names within {@code stub} are reported by
 * Spring.
 */
public final class UnknownSettingCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final Set<String> GROUPS =
            Set.of("debug", "logging", "management", "server", "spring", "stub", "trace");

    private static final String VARIABLES = "STUB_";

    /** Names with more differences may be unrelated: Kubernetes sets STUB_PORT for a service called stub. */
    private static final int MISSPELLED = 2;

    private static final Pattern INDEX = Pattern.compile("(_[0-9]+_?)+$");

    private static final String HELP = "--help lists all settings.";

    /**
     * Checks names.
     *
     * @throws UnusableSettingException at the first unknown one
     */
    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent prepared) {
        ConfigurableEnvironment environment = prepared.getEnvironment();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof CommandLinePropertySource<?> arguments) {
                requireOptions(arguments);
                requireGroups(arguments);
            } else if (source instanceof OriginTrackedMapPropertySource file) {
                requireGroups(file);
            }
        }
        environment.getSystemEnvironment().keySet().stream()
                .filter(name -> name.startsWith(VARIABLES))
                .forEach(UnknownSettingCheck::checkVariable);
    }

    private static void requireOptions(CommandLinePropertySource<?> arguments) {
        String other = arguments.getProperty(CommandLinePropertySource.DEFAULT_NON_OPTION_ARGS_PROPERTY_NAME);
        if (other != null) {
            throw new UnusableSettingException(
                    "unexpected argument: " + other, "Write each setting as --name=value. " + HELP);
        }
    }

    private static void requireGroups(EnumerablePropertySource<?> source) {
        for (String name : source.getPropertyNames()) {
            requireGroup(name, place(OriginLookup.getOrigin(source, name)));
        }
    }

    /**
     * Checks the group of a name.
     *
     * @param place where it is set, for the message
     */
    static void requireGroup(String name, String place) {
        if (!GROUPS.contains(name.replaceFirst("[.\\[].*", ""))) {
            throw unknown(name, place);
        }
    }

    /** Why no setting has a property: its name is unknown, or it has no value. */
    static UnusableSettingException unbound(ConfigurationProperty property) {
        String name = property.getName().toString();
        if ("".equals(property.getValue())
                && KnownSettings.ofTheStub().anyMatch(setting -> setting.name().equals(name))) {
            return new UnusableSettingException(name + " has no value", "Give it a value, or remove it.");
        }
        return unknown(name, place(property.getOrigin()));
    }

    private static UnusableSettingException unknown(String name, String place) {
        return new UnusableSettingException("unknown setting: " + name + place, cure(KnownSettings.nearest(name)));
    }

    private static String place(@Nullable Origin origin) {
        if (origin instanceof OriginProvider wrapper) {
            return place(wrapper.getOrigin());
        }
        if (origin instanceof TextResourceOrigin text) {
            Resource file = text.getResource();
            String name = file == null ? "the configuration" : String.valueOf(file.getFilename());
            TextResourceOrigin.Location location = text.getLocation();
            return " (" + name + (location == null ? "" : ", line " + (location.getLine() + 1)) + ")";
        }
        return "";
    }

    private static void checkVariable(String variable) {
        String name = INDEX.matcher(variable).replaceFirst("");
        List<String> known = KnownSettings.ofTheStub()
                .flatMap(setting -> forms(setting.name()))
                .toList();
        if (known.contains(name)) {
            return;
        }
        known.stream()
                .filter(setting -> NearestName.distance(name, setting) <= MISSPELLED)
                .findFirst()
                .ifPresent(setting -> {
                    throw new UnusableSettingException(
                            "unknown environment variable: " + variable, cure(Optional.of(setting)));
                });
    }

    /** The variables that Spring reads for a setting: without dashes, or with an underscore for each. */
    private static Stream<String> forms(String setting) {
        String upper = setting.replace('.', '_').toUpperCase(Locale.ROOT);
        return Stream.of(upper.replace("-", ""), upper.replace('-', '_'));
    }

    private static String cure(Optional<String> meant) {
        return meant.map(name -> "Did you mean " + name + "? ").orElse("") + HELP;
    }
}
