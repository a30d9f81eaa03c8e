package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        return of(results, outcome).size();
    }

    /** The report as a text. */
    public String text() {
        StringBuilder text = new StringBuilder();
        Map<String, List<Result>> byOperation = results.stream().collect(groupingBy(Result::operation));
        // In the order of the contract, then those of several operations.
        Stream.concat(ApiDocuments.operations().map(OpenApiOperation::id), Stream.of(""))
                .forEach(operation -> {
                    List<Result> facts = byOperation.getOrDefault(operation, List.of());
                    if (!facts.isEmpty()) {
                        String name = operation.isEmpty() ? "(no single operation)" : operation;
                        text.append("%-24s %s%n".formatted(name, counts(facts)));
                    }
                    for (Result result : of(facts, Outcome.DIFFERS)) {
                        text.append("  DIFFERS  %s%n".formatted(result.fact()));
                        result.mismatches().forEach(mismatch -> text.append(lines(mismatch)));
                    }
                    Map<String, Long> skipped = of(facts, Outcome.SKIPPED).stream()
                            .collect(groupingBy(Result::reason, LinkedHashMap::new, counting()));
                    skipped.forEach((reason, number) -> text.append("  skipped  %d: %s%n".formatted(number, reason)));
                });
        if (!leftovers.isEmpty()) {
            text.append(
                    "LEFT OVER, new in the account since the run began: %s%n".formatted(String.join(", ", leftovers)));
        }
        if (!unseen.isEmpty()) {
            text.append("LEFT OVER: could not check: %s; check the console of the service%n".formatted(unseen));
        }
        return text.append("%n%s%n".formatted(conclusion())).toString();
    }

    private static String lines(Mismatch mismatch) {
        return """
                             %s
                             expected  %s
                             got       %s
                             rule      %s
                """.formatted(mismatch.what(), mismatch.expected(), mismatch.got(), mismatch.source())
                .replace("\n", System.lineSeparator());
    }

    /**
     * The same text as a block of code in Markdown. No line of it begins with a text of the service, which could end
     * the block.
     */
    String markdown() {
        return """
                # GPU cloud contract kit

                ```text
                %s
                %s```
                """.formatted(PrintableText.onOneLine(target), text().replace(System.lineSeparator(), "\n"));
    }

    /** The last line: the verdict, and the number of tests by outcome. */
    String conclusion() {
        return (held() ? "HELD  " : "DIFFERS  ") + counts(results);
    }

    private static List<Result> of(List<Result> facts, Outcome outcome) {
        return facts.stream().filter(result -> result.outcome() == outcome).toList();
    }

    private static String counts(List<Result> facts) {
        int differ = of(facts, Outcome.DIFFERS).size();
        int skipped = of(facts, Outcome.SKIPPED).size();
        return "%d held, %d differ, %d skipped".formatted(facts.size() - differ - skipped, differ, skipped);
    }
}
