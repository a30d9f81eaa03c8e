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

/**
 * Collects results while the suite runs, and passes them on to a listener. Both without secrets, because they are
 * written to reports.
 */
final class ResultCollector implements TestExecutionListener {

    private final List<Result> results = new ArrayList<>();
    private final KitContext kit;
    private final TestExecutionListener next;
    private @Nullable TestPlan plan;

    ResultCollector(KitContext kit, TestExecutionListener next) {
        this.kit = kit;
        this.next = next;
    }

    /**
     * The results of the tests of selected operations, in the order in which they ran. Failures of containers without a
     * single operation are included, because they may have stopped tests of a selected operation. Tests that need
     * {@code --observed} or {@code --allow-cost} count only with it.
     */
    List<Result> all() {
        return results.stream()
                .filter(result -> kit.settings().includes(result.tags()))
                .filter(result -> kit.settings().selects(result.operation())
                        || (result.operation().isEmpty() && result.outcome() != Outcome.HELD))
                .toList();
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
        next.testPlanExecutionStarted(started);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan finished) {
        next.testPlanExecutionFinished(finished);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        next.executionStarted(test);
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        add(test, Outcome.SKIPPED, List.of(), reason);
        next.executionSkipped(test, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult executed) {
        TestExecutionResult shown = executed;
        Throwable failure = executed.getThrowable().orElse(null);
        if (failure instanceof TestAbortedException aborted) {
            add(test, Outcome.SKIPPED, List.of(), String.valueOf(aborted.getMessage()));
        } else if (failure != null) {
            ContractViolationError masked = kit.secrets().mask(failure);
            add(test, Outcome.DIFFERS, masked.mismatches(), "");
            shown = TestExecutionResult.failed(masked);
        } else if (test.isTest()) {
            add(test, Outcome.HELD, List.of(), "");
        }
        next.executionFinished(test, shown);
    }

    private void add(TestIdentifier test, Outcome outcome, List<Mismatch> mismatches, String reason) {
        Set<String> tags = lineage(test).flatMap(ResultCollector::tags).collect(Collectors.toUnmodifiableSet());
        results.add(new Result(operation(test), fact(test), outcome, mismatches, reason, tags));
    }

    private static Stream<String> tags(TestIdentifier test) {
        return test.getTags().stream().map(TestTag::getName);
    }

    /** The operation that a test is tagged with, or that a container of facts is named after. */
    private String operation(TestIdentifier test) {
        return lineage(test)
                .flatMap(each -> Stream.concat(tags(each), Stream.of(each.getDisplayName())))
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
