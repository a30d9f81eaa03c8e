package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.Result.Outcome;
import java.util.List;

/** A report as a text for a console, with the line ends of the system. */
final class ConsoleReport {

    private final Report report;
    private final StringBuilder text = new StringBuilder();

    ConsoleReport(Report report) {
        this.report = report;
    }

    String text() {
        report.byOperation().forEach(this::operation);
        if (!report.leftovers().isEmpty()) {
            line("LEFT OVER, new in the account since the run began: " + String.join(", ", report.leftovers()));
        }
        if (!report.unseen().isEmpty()) {
            line(report.uncheckedLeftovers());
        }
        line("");
        line(report.conclusion());
        return text.toString();
    }

    private void operation(String operation, List<Result> facts) {
        line("%-24s %s".formatted(operation, Report.counts(facts)));
        for (Result result : Report.of(facts, Outcome.DIFFERS)) {
            line("  DIFFERS  " + result.fact());
            result.mismatches().forEach(this::mismatch);
        }
        Report.skipped(facts).forEach((reason, number) -> line("  skipped  " + number + ": " + reason));
    }

    private void mismatch(Mismatch mismatch) {
        line("             " + mismatch.what());
        line("             expected  " + mismatch.expected());
        line("             got       " + mismatch.got());
        line("             rule      " + mismatch.source());
    }

    private void line(String line) {
        text.append(line).append(System.lineSeparator());
    }
}
