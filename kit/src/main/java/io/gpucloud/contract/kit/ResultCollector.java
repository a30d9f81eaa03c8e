package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.Result.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.opentest4j.TestAbortedException;

/** Collects results while the suite runs. */
final class ResultCollector implements TestExecutionListener {

    private final List<Result> results = new ArrayList<>();
    private final Settings settings;
    private @Nullable TestPlan plan;

    ResultCollector(Settings settings) {
        this.settings = settings;
    }

    /**
     * The results of the tests of selected operations, in the order in which they ran. Failures of containers without a
     * single operation are included, because they may have stopped tests of a selected operation. Observed operations count
     * only with {@code --observed}.
     */
    List<Result> all() {
        return results.stream()
                .filter(result -> settings.observed() || !result.tags().contains(SkipConditions.OBSERVED))
                .filter(result -> settings.selects(result.operation())
                        || (result.operation().isEmpty() && result.outcome() != Outcome.HELD))
                .toList();
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        add(test, Outcome.SKIPPED, List.of(), reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult executed) {
        Throwable failure = executed.getThrowable().orElse(null);
        if (failure instanceof TestAbortedException aborted) {
            add(test, Outcome.SKIPPED, List.of(), String.valueOf(aborted.getMessage()));
        } else if (failure != null) {
            add(test, Outcome.DIFFERS, mismatches(failure), "");
        } else if (test.isTest()) {
            add(test, Outcome.HELD, List.of(), "");
        }
    }

    private void add(TestIdentifier test, Outcome outcome, List<Mismatch> mismatches, String reason) {
        Set<String> tags = lineage(test)
                .flatMap(each -> each.getTags().stream())
                .map(TestTag::getName)
                .collect(Collectors.toUnmodifiableSet());
        results.add(new Result(operation(test), fact(test), outcome, mismatches, reason, tags));
    }

    /** The deviations of a failure and of the failures suppressed by it: a failed test may also leave an instance behind. */
    private static List<Mismatch> mismatches(Throwable failure) {
        Stream<Throwable> later =
                Stream.of(failure.getSuppressed()).filter(each -> !(each instanceof TestAbortedException));
        return Stream.concat(Stream.of(failure), later)
                .flatMap(each -> own(each).stream())
                .toList();
    }

    private static List<Mismatch> own(Throwable failure) {
        return failure instanceof ContractViolationError difference
                ? difference.mismatches()
                : List.of(new Mismatch("the test", "to run", failure.toString(), "the kit"));
    }

    /** The operation that a test is tagged with, or that a container of facts is named after. */
    private String operation(TestIdentifier test) {
        return lineage(test)
                .flatMap(each -> Stream.concat(
                        each.getTags().stream().map(tag -> tag.getName()), Stream.of(each.getDisplayName())))
                .filter(ApiDocuments::isOperation)
                .findFirst()
                .orElse("");
    }

    /** The name of the test, after the names of the containers around it up to the operation. */
    private String fact(TestIdentifier test) {
        List<String> names = lineage(test)
                .filter(each -> each.getParentIdObject().isPresent())
                .map(TestIdentifier::getDisplayName)
                .map(name -> name.replaceAll("\\(.*\\)$", ""))
                .takeWhile(name -> !ApiDocuments.isOperation(name))
                .toList();
        List<String> shown = new ArrayList<>(names.subList(0, Math.min(2, names.size())));
        Collections.reverse(shown);
        return String.join(": ", shown);
    }

    /** A test and the containers around it, the innermost first. */
    private Stream<TestIdentifier> lineage(TestIdentifier test) {
        TestPlan running = Objects.requireNonNull(plan);
        return Stream.iterate(Optional.of(test), Optional::isPresent, each -> each.flatMap(running::getParent))
                .map(Optional::orElseThrow);
    }
}
