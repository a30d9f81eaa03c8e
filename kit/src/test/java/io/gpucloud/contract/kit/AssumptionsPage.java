package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.joining;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.ErrorCode;
import io.gpucloud.openapi.Assumption.Observation;
import io.gpucloud.openapi.Assumption.Setting;
import io.gpucloud.openapi.AssumptionCatalogue;
import io.gpucloud.openapi.AssumptionCatalogue.DocumentedCode;
import io.gpucloud.openapi.AssumptionCatalogue.Section;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the tables of {@code docs/reference/assumptions.md} from the catalogue. The text around them is written by
 * hand.
 */
final class AssumptionsPage {

    private final AssumptionCatalogue catalogue;

    AssumptionsPage(AssumptionCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The page with the first table below the heading of each section replaced. */
    String withTables(String page) {
        String written = withTable(page, "Documented codes", documentedCodes());
        written = withTable(written, "Observed elsewhere", observations());
        for (Section section : catalogue.sections()) {
            written = withTable(written, section.title(), table(section.assumptions()));
        }
        return written;
    }

    private static String withTable(String page, String heading, String table) {
        Matcher old = Pattern.compile("(\n##+ " + heading + "\n(?:(?!#|\\|).*\n)*)((?:\\|.*\n)+)")
                .matcher(page);
        if (!old.find()) {
            throw new IllegalArgumentException("the page has no table below " + heading);
        }
        return page.substring(0, old.start(2)) + table + page.substring(old.end(2));
    }

    private String documentedCodes() {
        int status = catalogue
                .find("refusal-status")
                .map(Assumption::error)
                .map(ErrorCode::status)
                .orElseThrow();
        Stream<List<String>> rows = catalogue.documentedCodes().stream()
                .map((DocumentedCode error) ->
                        List.of(error.situation(), "" + status, "" + error.code(), code(error.example())));
        return table(List.of("Situation", "HTTP", "`code`", "Example"), rows);
    }

    private String observations() {
        return table(
                List.of("Assumption", "Observed", "Evidence"),
                catalogue
                        .assumptions()
                        .filter(assumption -> assumption.observed() != null)
                        .map(assumption -> {
                            Observation seen =
                                    Optional.ofNullable(assumption.observed()).orElseThrow();
                            String link = "[" + code(assumption.name()) + "](#" + assumption.name() + ")";
                            return List.of(link, seen.fact(), String.join(", ", seen.evidence()) + ", " + seen.seen());
                        }));
    }

    private static String table(List<Assumption> assumptions) {
        Stream<Assumption> rows = assumptions.stream();
        if (assumptions.get(0).error() != null) {
            return table(
                    List.of("Assumption", "Situation", "Stub"),
                    rows.map(error -> List.of(name(error), error.question(), stub(error))));
        }
        if (assumptions.get(0).isOpen()) {
            return table(
                    List.of("Name", "Question", "Documentation says"),
                    rows.map(open -> List.of(name(open), open.question(), open.documented())));
        }
        return table(
                List.of("Assumption", "We assume", "Stub"),
                rows.map(fact ->
                        List.of(name(fact), Optional.ofNullable(fact.assumed()).orElseThrow(), stub(fact))));
    }

    /** How to change it, the status and code of a fixed error, or nothing. */
    private static String stub(Assumption assumption) {
        if (assumption.stub() == null) {
            return assumption.settings().stream()
                    .map(setting -> setting(setting, assumption))
                    .collect(joining(", "));
        }
        ErrorCode error = assumption.error();
        if (error != null) {
            return code(error.status() + "/" + error.code());
        }
        return assumption.stub().startsWith("fixed") ? "" : assumption.stub();
    }

    /** The default with other words, after the name unless that is the name of the assumption. A map has no default. */
    private static String setting(Setting setting, Assumption assumption) {
        if (setting.type().contains("map")) {
            return code(setting.name());
        }
        String value = assumption.defaultOf(setting);
        String name = setting.name().equals("stub.assumptions." + assumption.name()) ? "" : setting.name() + "=";
        Stream<String> others =
                setting.type().stream().filter(word -> setting.type().size() > 1 && !word.equals(value));
        return Stream.concat(Stream.of(name + value), others)
                .map(AssumptionsPage::code)
                .collect(joining(" or "));
    }

    private static String name(Assumption assumption) {
        return "<a id=\"" + assumption.name() + "\"></a>" + code(assumption.name());
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    private static String table(List<String> columns, Stream<List<String>> rows) {
        return row(columns)
                + "|---".repeat(columns.size())
                + "|\n"
                + rows.map(AssumptionsPage::row).collect(joining());
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(joining(" | ", "| ", " |\n"));
    }
}
