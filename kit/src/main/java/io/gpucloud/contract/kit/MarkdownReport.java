package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.Result.Outcome;
import java.util.List;
import java.util.Map;

/** A report as Markdown, the same on every system. */
final class MarkdownReport {

    private final Report report;
    private final StringBuilder text = new StringBuilder();

    MarkdownReport(Report report) {
        this.report = report;
    }

    String text() {
        Map<String, List<Result>> operations = report.byOperation();
        line("# GPU cloud contract kit");
        line("");
        line(PrintableText.inMarkdown(report.target()));
        line("");
        line((report.held() ? "**Held.** " : "**Differs.** ") + Report.counts(report.results()) + ".");
        line("");
        line("| operation | held | differs | skipped |");
        line("|---|---|---|---|");
        operations.forEach(this::row);
        leftovers();
        operations.forEach(this::section);
        return text.toString().replace("\r\n", "\n");
    }

    private void row(String operation, List<Result> facts) {
        line("| %s | %d | %d | %d |"
                .formatted(
                        operation,
                        Report.count(facts, Outcome.HELD),
                        Report.count(facts, Outcome.DIFFERS),
                        Report.count(facts, Outcome.SKIPPED)));
    }

    private void leftovers() {
        if (!report.leftovers().isEmpty()) {
            heading("Left over");
            line("New in the account since the run began:");
            line("");
            report.leftovers().forEach(instance -> line("- " + PrintableText.inMarkdown(instance)));
        }
        if (!report.unseen().isEmpty()) {
            heading("Left over");
            line(report.uncheckedLeftovers());
        }
    }

    private void section(String operation, List<Result> facts) {
        heading(operation);
        for (Result result : Report.of(facts, Outcome.DIFFERS)) {
            line("- **differs**: " + result.fact());
            result.mismatches().forEach(this::mismatch);
        }
        Report.skipped(facts).forEach((reason, number) -> line("- skipped " + number + ": " + reason));
        Report.of(facts, Outcome.HELD).forEach(result -> line("- held: " + result.fact()));
    }

    private void mismatch(Mismatch mismatch) {
        line("  - " + PrintableText.inMarkdown(mismatch.what()));
        line("    - expected  " + PrintableText.inMarkdown(mismatch.expected()));
        line("    - got       " + PrintableText.inMarkdown(mismatch.got()));
        line("    - rule      " + mismatch.source());
    }

    private void heading(String heading) {
        line("");
        line("## " + heading);
        line("");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
