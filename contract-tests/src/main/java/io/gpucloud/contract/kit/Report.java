package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.groupingBy;

import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The results of a run.
 *
 * @param target the service and the options of the run, in words
 * @param results the result of each test
 * @param leftovers instances of the account that were not there before the run
 * @param unseen why the kit could not check for leftovers, empty if it did
 */
public record Report(String target, List<Result> results, List<String> leftovers, String unseen) {

    /**
     * Creates a report.
     *
     * @param target the service and the options of the run, in words
     * @param results the result of each test
     * @param leftovers instances that were not there before
     * @param unseen why the kit could not check for them
     */
    public Report {
        results = List.copyOf(results);
        leftovers = List.copyOf(leftovers);
    }

    /**
     * Whether all checks passed.
     *
     * @return false if a test differs, or if an instance is or may be left over
     */
    public boolean held() {
        return count(Outcome.DIFFERS) == 0 && leftovers.isEmpty() && unseen.isEmpty();
    }

    /**
     * The number of tests with an outcome.
     *
     * @param outcome the outcome
     * @return the number
     */
    public long count(Outcome outcome) {
        return count(results, outcome);
    }

    /** The report as a text for a console. */
    String text() {
        StringBuilder text = new StringBuilder();
        byOperation().forEach((operation, facts) -> {
            text.append("%-24s %s%n".formatted(operation, counts(facts)));
            of(facts, Outcome.DIFFERS)
                    .forEach(result -> text.append("  DIFFERS  ")
                            .append(result.fact())
                            .append(System.lineSeparator())
                            .append(mismatches(result, "             ", "")));
            skipped(facts).forEach((reason, number) -> text.append("  skipped  %d: %s%n".formatted(number, reason)));
        });
        if (!leftovers.isEmpty()) {
            text.append("LEFT OVER, new in the account since the run began: ")
                    .append(String.join(", ", leftovers))
                    .append(System.lineSeparator());
        }
        if (!unseen.isEmpty()) {
            text.append(unlooked()).append(System.lineSeparator());
        }
        return text.append(System.lineSeparator())
                .append(conclusion())
                .append(System.lineSeparator())
                .toString();
    }

    /** The last line: the verdict, and the number of tests by outcome. */
    String conclusion() {
        return (held() ? "HELD  " : "DIFFERS  ") + counts(results);
    }

    /** The report as Markdown. */
    String markdown() {
        StringBuilder text = new StringBuilder("# GPU cloud contract kit\n\n")
                .append("`%s`%n%n".formatted(target))
                .append(held() ? "**Held.** " : "**Differs.** ")
                .append(counts(results))
                .append(".\n\n| operation | held | differs | skipped |\n|---|---|---|---|\n");
        Map<String, List<Result>> operations = byOperation();
        operations.forEach((operation, facts) -> text.append("| %s | %d | %d | %d |%n"
                .formatted(
                        operation,
                        count(facts, Outcome.HELD),
                        count(facts, Outcome.DIFFERS),
                        count(facts, Outcome.SKIPPED))));
        if (!leftovers.isEmpty()) {
            text.append("\n## Left over\n\nNew in the account since the run began:\n\n");
            leftovers.forEach(instance -> text.append("- `").append(instance).append("`\n"));
        }
        if (!unseen.isEmpty()) {
            text.append("\n## Left over\n\n").append(unlooked()).append("\n");
        }
        operations.forEach((operation, facts) -> {
            text.append("\n## ").append(operation).append("\n\n");
            of(facts, Outcome.DIFFERS)
                    .forEach(result -> text.append("- **differs**: ")
                            .append(result.fact())
                            .append("\n")
                            .append(mismatches(result, "  - ", "`")));
            skipped(facts).forEach((reason, number) -> text.append("- skipped %d: %s%n".formatted(number, reason)));
            of(facts, Outcome.HELD)
                    .forEach(result ->
                            text.append("- held: ").append(result.fact()).append("\n"));
        });
        return text.toString().replace("\r\n", "\n");
    }

    private String unlooked() {
        return "LEFT OVER: could not check: " + unseen + "; check the console of the service";
    }

    private static String mismatches(Result result, String indent, String quote) {
        StringBuilder text = new StringBuilder();
        for (Mismatch mismatch : result.mismatches()) {
            text.append(indent).append(mismatch.what()).append(System.lineSeparator());
            String inner = " ".repeat(indent.length());
            text.append("%s%sexpected  %s%n".formatted(inner, quote.isEmpty() ? "" : "- ", mismatch.expected()));
            String got = quote + mismatch.got().replace("\n", " ").replace("`", "'") + quote;
            text.append("%s%sgot       %s%n".formatted(inner, quote.isEmpty() ? "" : "- ", got));
            text.append("%s%srule      %s%n".formatted(inner, quote.isEmpty() ? "" : "- ", mismatch.source()));
        }
        return text.toString();
    }

    private Map<String, List<Result>> byOperation() {
        Map<String, List<Result>> found = results.stream().collect(groupingBy(Result::operation));
        Map<String, List<Result>> ordered = new LinkedHashMap<>();
        Stream.of(ApiDocuments.PUBLIC_API, ApiDocuments.ADMIN_API)
                .flatMap(document -> document.operations().stream())
                .map(OpenApiOperation::id)
                .forEach(id -> Optional.ofNullable(found.remove(id)).ifPresent(facts -> ordered.put(id, facts)));
        found.values().forEach(facts -> ordered.put("(no single operation)", facts));
        return ordered;
    }

    private static Map<String, Integer> skipped(List<Result> facts) {
        Map<String, Integer> reasons = new LinkedHashMap<>();
        of(facts, Outcome.SKIPPED).forEach(result -> reasons.merge(result.reason(), 1, Integer::sum));
        return reasons;
    }

    private static List<Result> of(List<Result> facts, Outcome outcome) {
        return facts.stream().filter(result -> result.outcome() == outcome).toList();
    }

    private static long count(List<Result> facts, Outcome outcome) {
        return of(facts, outcome).size();
    }

    private static String counts(List<Result> facts) {
        return "%d held, %d differ, %d skipped"
                .formatted(count(facts, Outcome.HELD), count(facts, Outcome.DIFFERS), count(facts, Outcome.SKIPPED));
    }
}
