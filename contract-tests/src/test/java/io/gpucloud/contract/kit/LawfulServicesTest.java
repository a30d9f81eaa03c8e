package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.Spoiler.Asking;
import io.gpucloud.contract.kit.Spoiler.Passing;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Services that do other than the stub where the documentation is silent: without the assumption nothing differs. */
class LawfulServicesTest {

    @RegisterExtension
    static final Runs RUNS = new Runs();

    private static final Pattern TOO_LARGE = Pattern.compile("page_size=(?!0*100\\b)0*[1-9][0-9]{2,}\\b");
    private static final String TOO_LARGE_ANSWER =
            "{\"code\":400,\"message\":\"bad\",\"data\":{\"error\":\"bad\",\"details\":\"at most 100\"}}";

    /** Reads any number of digits as a number, and nothing as what was left out. */
    private static Asking readsNumbersFreely(Asking asking) {
        return asking.target(asking.target()
                .replaceAll("(page|page_size)=(?=&|$)", "colour=red")
                .replaceAll("(page|page_size)=0+(?=[1-9])", "$1=")
                .replaceAll("(page|page_size)=[0-9]{10,}", "$1=999999999"));
    }

    /** Has pages of at most 100 records. */
    private static Passing hasSmallPages(Passing passing) {
        return TOO_LARGE.matcher(passing.request()).find() ? passing.status(400).body(TOO_LARGE_ANSWER) : passing;
    }

    /** Answers JSON whatever is accepted, takes the first of what is given twice, and reads channels freely. */
    private static Asking refusesLittle(Asking asking) {
        String[] parts = asking.target().split("\\?", 2);
        Asking json = asking.header("Accept", "application/json");
        if (parts.length == 1) {
            return json;
        }
        Map<String, String> first = new LinkedHashMap<>();
        for (String parameter : parts[1].split("&", -1)) {
            first.putIfAbsent(parameter.replaceFirst("=.*", ""), parameter);
        }
        String query = first.values().stream().collect(Collectors.joining("&"));
        return json.target(parts[0] + "?"
                + query.replaceAll("charge_channel=(?=&|$)", "colour=red")
                        .replaceAll("charge_channel=(0+|[0-9]{8,})(?=[0-9])", "charge_channel="));
    }

    private static Report run(Spoiler service, String without) {
        return RUNS.run(new Settings(service.url(), "demo-key", true, false, null, false, Set.of(without), Set.of()));
    }

    @Test
    void withOtherPagesHoldWithoutA24() {
        try (Spoiler service =
                new Spoiler(RUNS.url(), LawfulServicesTest::readsNumbersFreely, LawfulServicesTest::hasSmallPages)) {
            Report report = run(service, "A24");
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(report.text()).contains("assumption A24 is switched off");
        }
    }

    @Test
    void thatRefuseLittleHoldWithoutErrors() {
        try (Spoiler service = new Spoiler(RUNS.url(), LawfulServicesTest::refusesLittle, UnaryOperator.identity())) {
            Report report = run(service, "errors");
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(report.text()).contains("how errors are answered is not assumed");
        }
    }

    @Test
    void ofBothKindsHoldWithoutAssumptions() {
        UnaryOperator<Asking> both = asking -> refusesLittle(readsNumbersFreely(asking));
        try (Spoiler service = new Spoiler(RUNS.url(), both, LawfulServicesTest::hasSmallPages)) {
            Report report = run(service, "assumptions");
            assertThat(report.held()).as(report.text()).isTrue();
        }
    }
}
