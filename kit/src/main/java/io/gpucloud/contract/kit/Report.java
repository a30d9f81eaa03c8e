package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.groupingBy;

import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of a run.
 *
 * @param target the service and the options of the run, in words
 * @param results the result of each test
 * @param leftovers instances of the account that were not there before the run
 * @param unseen why the kit could not check for leftovers, empty if it did
 */
public record Report(String target, List<Result> results, List<String> leftovers, String unseen) {

    /** Creates a report. */
    public Report {
        results = List.copyOf(results);
        leftovers = leftovers.stream().map(PrintableText::onOneLine).toList();
    }

    /** Whether all checks passed: no test differs, and no instance is or may be left over. */
    public boolean held() {
        return count(Outcome.DIFFERS) == 0 && leftovers.isEmpty() && unseen.isEmpty();
    }

    /** The number of tests with an outcome. */
    public long count(Outcome outcome) {
        return count(results, outcome);
    }

    /** The report as a text for a console. */
    public String text() {
        return ReportText.console(this);
    }

    /** The report as Markdown. */
    String markdown() {
        return ReportText.markdown(this);
    }

    /** The last line: the verdict, and the number of tests by outcome. */
    String conclusion() {
        return (held() ? "HELD  " : "DIFFERS  ") + counts(results);
    }

    /** The reason in {@link #unseen} as a sentence. */
    String uncheckedLeftovers() {
        return "LEFT OVER: could not check: " + unseen + "; check the console of the service";
    }

    /** The results by operation, in the order of the contract. */
    Map<String, List<Result>> byOperation() {
        Map<String, List<Result>> found = results.stream().collect(groupingBy(Result::operation));
        Map<String, List<Result>> ordered = new LinkedHashMap<>();
        ApiDocuments.operations()
                .map(OpenApiOperation::id)
                .forEach(id -> Optional.ofNullable(found.remove(id)).ifPresent(facts -> ordered.put(id, facts)));
        found.values().forEach(facts -> ordered.put("(no single operation)", facts));
        return ordered;
    }

    /** The numbers of skipped tests by reason. */
    static Map<String, Integer> skipped(List<Result> facts) {
        Map<String, Integer> reasons = new LinkedHashMap<>();
        of(facts, Outcome.SKIPPED).forEach(result -> reasons.merge(result.reason(), 1, Integer::sum));
        return reasons;
    }

    static List<Result> of(List<Result> facts, Outcome outcome) {
        return facts.stream().filter(result -> result.outcome() == outcome).toList();
    }

    static long count(List<Result> facts, Outcome outcome) {
        return of(facts, outcome).size();
    }

    static String counts(List<Result> facts) {
        return "%d held, %d differ, %d skipped"
                .formatted(count(facts, Outcome.HELD), count(facts, Outcome.DIFFERS), count(facts, Outcome.SKIPPED));
    }
}
