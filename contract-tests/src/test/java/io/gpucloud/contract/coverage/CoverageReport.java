package io.gpucloud.contract.coverage;

import static java.util.stream.Collectors.joining;

import io.gpucloud.contract.coverage.Coverage.Source;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;

/** The coverage as Markdown and HTML. */
final class CoverageReport {

    private static final String STYLE = """
            body{font:14px/1.4 system-ui,sans-serif;margin:2rem;color:#1b1f24;background:#fff}
            table{border-collapse:collapse}th,td{border:1px solid #d0d7de;padding:.25rem .5rem;text-align:center}
            th{background:#f6f8fa;font-weight:600}th[scope=row]{text-align:left;font-family:ui-monospace,monospace}
            thead th{writing-mode:vertical-rl;white-space:nowrap}thead th:first-child{writing-mode:horizontal-tb}
            .seen{background:#aceebb}.fault{background:repeating-linear-gradient(45deg,#aceebb 0 5px,#fff 5px 9px)}
            .excused{background:#eaeef2}.missing{background:#ff8182;font-weight:700}.none{color:#8c959f}
            .key td{min-width:2rem}""";

    private final Coverage coverage;
    private final CoverageExceptions exceptions;

    CoverageReport(Coverage coverage, CoverageExceptions exceptions) {
        this.coverage = coverage;
        this.exceptions = exceptions;
    }

    /** A few lines for the end of a build. */
    String summary() {
        List<CoverageCell> cells = coverage.cells();
        long faults = cells.stream().filter(coverage::isOnlyByFault).count();
        long seen = cells.stream().filter(cell -> !sources(cell).isEmpty()).count();
        long members = coverage.wanted().stream().filter(coverage::isSeen).count();
        return "Coverage of the contract: %d of %d documented responses (%d only by a fault), %d of %d states of members"
                .formatted(
                        seen, cells.size(), faults, members, coverage.wanted().size());
    }

    String markdown() {
        String matrix = rows((cell, text) -> text, "| ", " | ", " |\n");
        String head = "| operation | " + titles(" | ") + " |\n|---|" + "---|".repeat(DocumentedResponse.values().length)
                + "\n";
        return "# " + summary()
                + "\n\nK: seen by the kit; F: brought about by a fault; P: in a pact; x: excused, see below; "
                + "a blank: not documented for the operation.\n\n"
                + head
                + matrix
                + "\n## Members\n\n| operation | member | seen |\n|---|---|---|\n"
                + coverage.wanted().stream()
                        .map(member -> "| %s | `%s` | %s %s |%n"
                                .formatted(member.operation(), member.path(), what(member), mark(member)))
                        .collect(joining())
                + "\n## Excused\n\n| what | reason |\n|---|---|\n"
                + exceptions.reasons().entrySet().stream()
                        .map(each -> "| `%s` | %s |%n".formatted(each.getKey(), each.getValue()))
                        .collect(joining());
    }

    String html() {
        String matrix = rows(
                (cell, text) -> "<td class=\"" + style(cell) + "\" title=\"" + cell + "\">" + text + "</td>",
                "<tr><th scope=\"row\">",
                "",
                "</tr>\n");
        String missing = coverage.wanted().stream()
                .filter(member -> !coverage.isSeen(member))
                .map(member -> "<li class=\"" + (exceptions.excuse(member.toString()) ? "excused" : "missing") + "\">"
                        + member + "</li>\n")
                .collect(joining());
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Coverage of the contract</title><style>"
                + STYLE + "</style></head><body>\n<h1>Coverage of the contract</h1>\n<p>" + summary() + ".</p>\n"
                + "<table class=\"key\"><tr><td class=\"seen\">K</td><td>seen by the kit</td><td class=\"fault\">F</td>"
                + "<td>only by a fault</td><td class=\"seen\">P</td><td>in a pact</td><td class=\"excused\">x</td>"
                + "<td>excused</td><td class=\"missing\">!</td><td>not seen</td></tr></table>\n<br>\n"
                + "<table><thead><tr><th scope=\"col\">operation</th><th scope=\"col\">"
                + titles("</th><th scope=\"col\">") + "</th></tr></thead><tbody>\n" + matrix + "</tbody></table>\n"
                + "<h2>Sights of members that were not seen</h2>\n<ul>\n" + missing + "</ul>\n</body></html>\n";
    }

    private String rows(BiFunction<CoverageCell, String, String> cells, String begin, String between, String end) {
        StringBuilder rows = new StringBuilder();
        for (OpenApiOperation operation : Coverage.operations()) {
            String row = Arrays.stream(DocumentedResponse.values())
                    .map(outcome -> new CoverageCell(operation.id(), outcome))
                    .map(cell -> cells.apply(cell, text(cell)))
                    .collect(joining(between));
            boolean html = between.isEmpty();
            rows.append(begin)
                    .append(operation.id())
                    .append(html ? "</th>" : between)
                    .append(row)
                    .append(end);
        }
        return rows.toString();
    }

    private String text(CoverageCell cell) {
        if (coverage.sources(cell).isEmpty()) {
            return " ";
        }
        Set<Source> sources = sources(cell);
        if (sources.isEmpty()) {
            return exceptions.excuse(cell.toString()) ? "x" : "!";
        }
        return sources.stream()
                .filter(source -> source != Source.FAULT || coverage.isOnlyByFault(cell))
                .map(source -> source.name().substring(0, 1))
                .collect(joining(" "));
    }

    private String style(CoverageCell cell) {
        if (coverage.sources(cell).isEmpty()) {
            return "none";
        }
        if (coverage.isOnlyByFault(cell)) {
            return "fault";
        }
        boolean excused = exceptions.excuse(cell.toString());
        return sources(cell).isEmpty() ? (excused ? "excused" : "missing") : "seen";
    }

    private Set<Source> sources(CoverageCell cell) {
        return coverage.sources(cell).orElse(Set.of());
    }

    private String mark(MemberCase member) {
        return coverage.isSeen(member) ? "yes" : exceptions.excuse(member.toString()) ? "excused" : "**no**";
    }

    private static String what(MemberCase member) {
        return member.state().name().toLowerCase(Locale.ROOT);
    }

    private static String titles(String between) {
        return Arrays.stream(DocumentedResponse.values())
                .map(DocumentedResponse::title)
                .collect(joining(between));
    }
}
