package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.joining;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.ErrorCode;
import io.gpucloud.openapi.Assumption.KitCheck;
import io.gpucloud.openapi.Assumption.Observation;
import io.gpucloud.openapi.Assumption.Setting;
import io.gpucloud.openapi.AssumptionCatalogue;
import io.gpucloud.openapi.AssumptionCatalogue.DocumentedCode;
import io.gpucloud.openapi.AssumptionCatalogue.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the tables of {@code docs/reference/assumptions.md} from the catalogue. The text around them is written by
 * hand.
 */
final class AssumptionsPage {

    private static final String NOTHING = "–";

    private final AssumptionCatalogue catalogue;

    AssumptionsPage(AssumptionCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The page with the first table below the heading of each section replaced. */
    String withTables(String page) {
        String written = withTable(page, "Documented codes", documentedCodes());
        written = withTable(written, "Messages", messages());
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

    /** The texts of errors with the names of the errors that have them. */
    private String messages() {
        Map<String, List<String>> names = new LinkedHashMap<>();
        catalogue.documentedCodes().stream()
                .filter(error -> error.message() != null)
                .forEach(error -> names.computeIfAbsent(error.message(), absent -> new ArrayList<>())
                        .add(code(error.name())));
        catalogue
                .assumptions()
                .filter(assumption -> assumption.message() != null)
                .forEach(assumption -> names.computeIfAbsent(assumption.message(), absent -> new ArrayList<>())
                        .add(code(assumption.name().replaceFirst("-code$", ""))));
        return table(
                List.of("`msg`", "Names in `message-texts`"),
                names.entrySet().stream()
                        .map(text -> List.of(text.getKey().replace("%s", "..."), String.join(", ", text.getValue()))));
    }

    private static String table(List<Assumption> assumptions) {
        Stream<Assumption> rows = assumptions.stream();
        if (assumptions.get(0).error() != null) {
            return table(
                    List.of(
                            "Assumption",
                            "Situation",
                            "Documentation says",
                            "HTTP",
                            "`code`",
                            "Example",
                            "Observed elsewhere",
                            "Stub",
                            "Kit"),
                    rows.map(AssumptionsPage::error));
        }
        if (assumptions.get(0).isOpen()) {
            return table(
                    List.of("Name", "Question", "Documentation says"),
                    rows.map(open -> List.of(name(open), open.question(), open.documented())));
        }
        return table(
                List.of(
                        "Assumption",
                        "Question",
                        "Documentation says",
                        "We assume",
                        "Observed elsewhere",
                        "Stub",
                        "Kit"),
                rows.map(AssumptionsPage::fact));
    }

    private static List<String> error(Assumption assumption) {
        ErrorCode error = Optional.ofNullable(assumption.error()).orElseThrow();
        return List.of(
                name(assumption),
                assumption.question(),
                assumption.documented(),
                "" + error.status(),
                error.code() == null ? "documented" : error.code().toString(),
                Optional.ofNullable(assumption.example())
                        .map(AssumptionsPage::code)
                        .orElse(NOTHING),
                observed(assumption),
                stub(assumption),
                kit(assumption));
    }

    private static List<String> fact(Assumption assumption) {
        return List.of(
                name(assumption),
                assumption.question(),
                assumption.documented(),
                Optional.ofNullable(assumption.assumed()).orElseThrow(),
                observed(assumption),
                stub(assumption),
                kit(assumption));
    }

    private static String observed(Assumption assumption) {
        Observation seen = assumption.observed();
        return seen == null
                ? NOTHING
                : seen.fact() + " (" + String.join(", ", seen.evidence()) + ", " + seen.seen() + ")";
    }

    private static String stub(Assumption assumption) {
        return assumption.stub() != null
                ? assumption.stub()
                : assumption.settings().stream()
                        .map(setting -> code(setting.name() + "=" + value(setting, assumption)))
                        .collect(joining(", "));
    }

    /** The default; empty for a map, whose "none" means that it has no entries. */
    private static String value(Setting setting, Assumption assumption) {
        return setting.type().contains("map") ? "" : assumption.defaultOf(setting);
    }

    private static String kit(Assumption assumption) {
        KitCheck check = assumption.kit();
        return check == null
                ? "not checked"
                : check.checks().stream().map(AssumptionsPage::code).collect(joining(", ")) + ", " + check.price();
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
