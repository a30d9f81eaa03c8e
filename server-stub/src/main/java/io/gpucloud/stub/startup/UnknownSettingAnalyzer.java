package io.gpucloud.stub.startup;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports an unknown setting with the names of similar settings. Runs before Spring's analyzer, whose message is about binding. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class UnknownSettingAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        List<String> unknown = cause.getUnboundProperties().stream()
                .map(property -> property.getName().toString())
                .toList();
        if (!unknown.stream().allMatch(name -> name.startsWith(KnownSettings.PREFIX))) {
            // The setting belongs to a program that embeds the stub.
            return null;
        }
        String meant = unknown.stream()
                .flatMap(name -> CommandLineHelp.settingsLike(name).stream())
                .distinct()
                .collect(Collectors.joining(", "));
        return new FailureAnalysis(
                "No setting of the stub: " + String.join(", ", unknown),
                (meant.isEmpty() ? "" : "Settings alike: " + meant + ". ") + "--help lists all of them.",
                cause);
    }
}
