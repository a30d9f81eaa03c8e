package io.gpucloud.stub.startup;

import io.gpucloud.stub.json.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/** Stops the start of the program if its configuration file or its environment has a setting with an unknown name. */
public final class UnknownSettingCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

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
        environment.getPropertySources().stream()
                .filter(OriginTrackedMapPropertySource.class::isInstance)
                .forEach(source -> checkFile((OriginTrackedMapPropertySource) source));
        environment.getSystemEnvironment().keySet().stream()
                .filter(name -> name.startsWith(VARIABLES))
                .forEach(UnknownSettingCheck::checkVariable);
    }

    private static void checkFile(OriginTrackedMapPropertySource file) {
        List<String> given = Stream.of(file.getPropertyNames())
                .filter(name -> !isBundled(file.getOrigin(name)))
                .toList();
        if (!given.isEmpty()) {
            KnownSettings.unknown(given).stream().findFirst().ifPresent(name -> {
                throw unknown(name, file);
            });
        }
    }

    static UnusableSettingException unknown(String name, OriginTrackedMapPropertySource file) {
        return unknown(name, place(file.getOrigin(name)));
    }

    static UnusableSettingException unknown(String name, String place) {
        return new UnusableSettingException("unknown setting: " + name + place, cure(KnownSettings.nearest(name)));
    }

    /** Whether a value is part of the program, so that users cannot correct it. */
    private static boolean isBundled(@Nullable Origin origin) {
        return origin instanceof TextResourceOrigin text && text.getResource() instanceof ClassPathResource;
    }

    private static String place(@Nullable Origin origin) {
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
        List<String> known = KnownSettings.all()
                .map(KnownSettings.Setting::name)
                .filter(setting -> setting.startsWith(KnownSettings.PREFIX))
                .flatMap(setting -> forms(setting).stream())
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
    private static List<String> forms(String setting) {
        String upper = setting.replace('.', '_').toUpperCase(Locale.ROOT);
        List<String> forms = new ArrayList<>(List.of(upper.replace("-", "")));
        forms.add(upper.replace('-', '_'));
        return forms;
    }

    private static String cure(Optional<String> meant) {
        return meant.map(name -> "Did you mean " + name + "? ").orElse("") + HELP;
    }
}
