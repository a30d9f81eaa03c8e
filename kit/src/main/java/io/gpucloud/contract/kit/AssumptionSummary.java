package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.joining;

import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.KitCheck;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One line for each assumption: whether the service contradicts it, and the observation. */
record AssumptionSummary(
        List<Result> results, Settings settings, @Nullable StubProfile profile) {

    /** Derives its requests from the schemas, so its tests do not have the tags of assumptions. */
    private static final String DERIVED_CHECKS = "BadRequests";

    private static final int LONGEST = 100;

    String text() {
        return ApiDocuments.assumptions()
                .map(assumption ->
                        "%-28s %-12s %s".formatted(assumption.name(), verdict(assumption), details(assumption)))
                .map(line -> line.stripTrailing() + System.lineSeparator())
                .collect(joining());
    }

    private String verdict(Assumption assumption) {
        if (contradiction(assumption).isPresent()) {
            return "CONTRADICTED";
        }
        if (!settings.assumes(assumption.name())) {
            return "switched off";
        }
        if (tagged(assumption.name(), Outcome.HELD) || derived(assumption)) {
            return "held";
        }
        return tagged(assumption.name(), Outcome.SKIPPED) ? "skipped" : "not checked";
    }

    private String details(Assumption assumption) {
        Optional<String> got = contradiction(assumption)
                .map(mismatch -> "expected " + mismatch.expected() + ", got " + mismatch.got())
                .map(words -> words.length() > LONGEST ? words.substring(0, LONGEST) + "…" : words);
        Optional<String> observed = Optional.ofNullable(profile)
                .flatMap(observations -> observations.observed(assumption.name()))
                .map(value -> "observed " + value);
        return Stream.of(got, observed).flatMap(Optional::stream).collect(joining("; "));
    }

    private Optional<Mismatch> contradiction(Assumption assumption) {
        String source = Source.assumption(assumption.name()).place();
        return results.stream()
                .flatMap(result -> result.mismatches().stream())
                .filter(mismatch -> mismatch.source().equals(source))
                .findFirst();
    }

    private boolean tagged(String tag, Outcome outcome) {
        return results.stream()
                .anyMatch(result -> result.outcome() == outcome && result.tags().contains(tag));
    }

    private boolean derived(Assumption assumption) {
        KitCheck check = assumption.kit();
        return check != null
                && check.checks().contains(DERIVED_CHECKS)
                && (check.price().equals("read-only") || !settings.readOnly())
                && tagged("derived", Outcome.HELD);
    }
}
