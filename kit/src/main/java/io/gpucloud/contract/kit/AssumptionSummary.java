package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.Result.Outcome;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One line for each assumption: whether the service contradicts it, and the observation. */
final class AssumptionSummary {

    /** Checked by requests that are derived from the schemas, whose tests do not have the tags of assumptions; the second group only by POST. */
    private static final Set<Assumption> DERIVED = EnumSet.of(
            Assumption.REFUSAL_STATUS,
            Assumption.PARAMETER_ERROR_CODE,
            Assumption.UNAUTHORIZED_CODE,
            Assumption.METHOD_NOT_ALLOWED_CODE,
            Assumption.NOT_ACCEPTABLE_CODE,
            Assumption.REFUSAL_EFFECT,
            Assumption.PARAMETER_ERROR_MEMBERS,
            Assumption.MISSING_KEY,
            Assumption.CHALLENGE_HEADER,
            Assumption.REQUEST_STRICTNESS,
            Assumption.BLANK_IDENTIFIERS,
            Assumption.INTEGER_RANGE,
            Assumption.PAGE_NUMBERS);

    private static final Set<Assumption> DERIVED_POST = EnumSet.of(
            Assumption.RENAME_ERROR_STATUS,
            Assumption.BODY_TOO_LARGE_CODE,
            Assumption.UNSUPPORTED_MEDIA_TYPE_CODE,
            Assumption.NULL_MEMBERS);

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
        for (Assumption assumption : Assumption.values()) {
            text.append("%-28s %-12s %s"
                    .formatted(assumption.id(), verdict(assumption), details(assumption))
                    .stripTrailing());
            text.append(System.lineSeparator());
        }
        return text.toString();
    }

    private String verdict(Assumption assumption) {
        if (contradiction(assumption).isPresent()) {
            return "CONTRADICTED";
        }
        if (!settings.assumes(assumption)) {
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
                .map(words -> words.replace('\n', ' '))
                .map(words -> words.length() > LONGEST ? words.substring(0, LONGEST) + "…" : words)
                .orElse("");
        String observed = Optional.ofNullable(profile)
                .flatMap(observations -> observations.observed(assumption))
                .map(value -> "observed " + value)
                .orElse("");
        return got + (got.isEmpty() || observed.isEmpty() ? "" : "; ") + observed;
    }

    private Optional<Mismatch> contradiction(Assumption assumption) {
        return results.stream()
                .flatMap(result -> result.mismatches().stream())
                .filter(mismatch -> mismatch.source().equals(assumption.cite()))
                .findFirst();
    }

    private boolean tagged(Assumption assumption, Outcome outcome) {
        return results.stream()
                .anyMatch(result -> result.outcome() == outcome && result.tags().contains(assumption.id()));
    }

    private boolean derived(Assumption assumption) {
        boolean ran = results.stream()
                .anyMatch(result ->
                        result.outcome() == Outcome.HELD && result.tags().contains(SkipConditions.DERIVED));
        return ran && (DERIVED.contains(assumption) || (DERIVED_POST.contains(assumption) && !settings.readOnly()));
    }
}
