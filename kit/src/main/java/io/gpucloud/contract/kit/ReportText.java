package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.Result.Outcome;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Writes a report for a console, or as Markdown. */
final class ReportText {

    private static final Format CONSOLE = new Format(
            "  DIFFERS  ",
            "             ",
            "             ",
            "  skipped  ",
            UnaryOperator.identity(),
            System.lineSeparator());
    private static final Format MARKDOWN =
            new Format("- **differs**: ", "  - ", "    - ", "- skipped ", PrintableText::inMarkdown, "\n");

    private final Format format;
    private final StringBuilder text = new StringBuilder();

    /** How lines begin and end, and how texts of a service are written. */
    private record Format(
            String differs, String what, String detail, String skipped, UnaryOperator<String> quoted, String end) {}

    private ReportText(Format format) {
        this.format = format;
    }

    /** The report with the line ends of the system. */
    static String console(Report report) {
        ReportText text = new ReportText(CONSOLE);
        report.byOperation().forEach((operation, facts) -> {
            text.line("%-24s %s".formatted(operation, Report.counts(facts)));
            text.exceptions(facts);
        });
        if (!report.leftovers().isEmpty()) {
            text.line("LEFT OVER, new in the account since the run began: " + String.join(", ", report.leftovers()));
        }
        if (!report.unseen().isEmpty()) {
            text.line(report.uncheckedLeftovers());
        }
        text.line("");
        text.line(report.conclusion());
        return text.text.toString();
    }

    /** The report as Markdown, the same on every system. */
    static String markdown(Report report) {
        ReportText text = new ReportText(MARKDOWN);
        Map<String, List<Result>> operations = report.byOperation();
        text.line("# GPU cloud contract kit");
        text.line("");
        text.line(PrintableText.inMarkdown(report.target()));
        text.line("");
        text.line((report.held() ? "**Held.** " : "**Differs.** ") + Report.counts(report.results()) + ".");
        text.line("");
        text.line("| operation | held | differs | skipped |");
        text.line("|---|---|---|---|");
        operations.forEach((operation, facts) -> text.line("| %s | %d | %d | %d |"
                .formatted(
                        operation,
                        Report.count(facts, Outcome.HELD),
                        Report.count(facts, Outcome.DIFFERS),
                        Report.count(facts, Outcome.SKIPPED))));
        if (!report.leftovers().isEmpty()) {
            text.heading("Left over");
            text.line("New in the account since the run began:");
            text.line("");
            report.leftovers().forEach(instance -> text.line("- " + PrintableText.inMarkdown(instance)));
        }
        if (!report.unseen().isEmpty()) {
            text.heading("Left over");
            text.line(report.uncheckedLeftovers());
        }
        operations.forEach((operation, facts) -> {
            text.heading(operation);
            text.exceptions(facts);
            Report.of(facts, Outcome.HELD).forEach(result -> text.line("- held: " + result.fact()));
        });
        return text.text.toString().replace("\r\n", "\n");
    }

    /** The tests that differ or were skipped. */
    private void exceptions(List<Result> facts) {
        for (Result result : Report.of(facts, Outcome.DIFFERS)) {
            line(format.differs() + result.fact());
            for (Mismatch mismatch : result.mismatches()) {
                line(format.what() + format.quoted().apply(mismatch.what()));
                line(format.detail() + "expected  " + format.quoted().apply(mismatch.expected()));
                line(format.detail() + "got       " + format.quoted().apply(mismatch.got()));
                line(format.detail() + "rule      " + mismatch.source());
            }
        }
        Report.skipped(facts).forEach((reason, number) -> line(format.skipped() + number + ": " + reason));
    }

    private void heading(String heading) {
        line("");
        line("## " + heading);
        line("");
    }

    private void line(String line) {
        text.append(line).append(format.end());
    }
}
