package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.Result.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
     * single operation are included, because they may have stopped tests of a selected operation.
     */
    List<Result> all() {
        return results.stream()
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
        results.add(Result.skipped(operation(test), fact(test), reason, tags(test)));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult executed) {
        Optional<Throwable> failure = executed.getThrowable();
        if (failure.isEmpty()) {
            if (test.isTest()) {
                results.add(Result.held(operation(test), fact(test), tags(test)));
            }
        } else if (failure.get() instanceof TestAbortedException aborted) {
            results.add(Result.skipped(operation(test), fact(test), String.valueOf(aborted.getMessage()), tags(test)));
        } else {
            results.add(Result.differs(operation(test), fact(test), mismatches(failure.get()), tags(test)));
        }
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
                .filter(ResultCollector::isOperation)
                .findFirst()
                .orElse("");
    }

    private Set<String> tags(TestIdentifier test) {
        return lineage(test)
                .flatMap(each -> each.getTags().stream())
                .map(TestTag::getName)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isOperation(String name) {
        return ApiDocuments.PUBLIC_API.hasOperation(name) || ApiDocuments.ADMIN_API.hasOperation(name);
    }

    /** The name of the test, after the names of the containers around it up to the operation. */
    private String fact(TestIdentifier test) {
        List<String> names = lineage(test)
                .filter(each -> each.getParentIdObject().isPresent())
                .map(TestIdentifier::getDisplayName)
                .map(name -> name.replaceAll("\\(.*\\)$", ""))
                .takeWhile(name -> !isOperation(name))
                .toList();
        List<String> shown = new ArrayList<>(names.subList(0, Math.min(2, names.size())));
        Collections.reverse(shown);
        return String.join(": ", shown);
    }

    private Stream<TestIdentifier> lineage(TestIdentifier test) {
        return Stream.iterate(Optional.of(test), Optional::isPresent, each -> each.flatMap(this::parent))
                .map(Optional::orElseThrow);
    }

    private Optional<TestIdentifier> parent(TestIdentifier test) {
        return plan == null ? Optional.empty() : plan.getParent(test);
    }
}
