package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.KitCheck;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One line for each assumption: whether the service contradicts it, and the observation. */
final class AssumptionSummary {

    /** Derives its requests from the schemas, so its tests do not have the tags of assumptions. */
    private static final String DERIVED_CHECKS = "BadRequests";

    private static final int LONGEST = 100;

    private final List<Result> results;
    private final Settings settings;
    private final @Nullable StubProfile profile;

    AssumptionSummary(List<Result> results, Settings settings, @Nullable StubProfile profile) {
        this.results = results;
        this.settings = settings;
        this.profile = profile;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (Assumption assumption : ApiDocuments.assumptions().toList()) {
            text.append("%-28s %-12s %s"
                    .formatted(assumption.name(), verdict(assumption), details(assumption))
                    .stripTrailing());
            text.append(System.lineSeparator());
        }
        return text.toString();
    }

    private String verdict(Assumption assumption) {
        if (contradiction(assumption).isPresent()) {
            return "CONTRADICTED";
        }
        if (!settings.assumes(assumption.name())) {
            return "switched off";
        }
        if (tagged(assumption, Outcome.HELD) || derived(assumption)) {
            return "held";
        }
        return tagged(assumption, Outcome.SKIPPED) ? "skipped" : "not checked";
    }

    private String details(Assumption assumption) {
        String got = contradiction(assumption)
                .map(mismatch -> "expected " + mismatch.expected() + ", got " + mismatch.got())
                .map(words -> words.length() > LONGEST ? words.substring(0, LONGEST) + "…" : words)
                .orElse("");
        String observed = Optional.ofNullable(profile)
                .flatMap(observations -> observations.observed(assumption.name()))
                .map(value -> "observed " + value)
                .orElse("");
        return got + (got.isEmpty() || observed.isEmpty() ? "" : "; ") + observed;
    }

    private Optional<Mismatch> contradiction(Assumption assumption) {
        String source = Source.assumption(assumption.name()).place();
        return results.stream()
                .flatMap(result -> result.mismatches().stream())
                .filter(mismatch -> mismatch.source().equals(source))
                .findFirst();
    }

    private boolean tagged(Assumption assumption, Outcome outcome) {
        return results.stream()
                .anyMatch(result -> result.outcome() == outcome && result.tags().contains(assumption.name()));
    }

    private boolean derived(Assumption assumption) {
        KitCheck check = assumption.kit();
        boolean covered = check != null
                && check.checks().contains(DERIVED_CHECKS)
                && (check.price().equals("read-only") || !settings.readOnly());
        return covered
                && results.stream()
                        .anyMatch(result -> result.outcome() == Outcome.HELD
                                && result.tags().contains(SkipConditions.DERIVED));
    }
}
