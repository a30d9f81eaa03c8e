package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The texts that people read before they rent, and programs after a failure. */
class HelpTest extends CommandTestBase {

    @ParameterizedTest
    @CsvSource({"--help", "help", "''"})
    void isPrintedWithoutAnError(String arguments) {
        Program.Run help = Program.runAsIs(null, arguments.isEmpty() ? new String[0] : new String[] {arguments});

        assertThat(help.status()).isZero();
        assertThat(help.out())
                .contains("Usage: gpu-cloud", "rent", "Exit status:", "  help        Prints the help of a command.");
        assertThat(help.err()).isEmpty();
    }

    @Test
    void saysFirstWhereTheCommandRuns() {
        assertThat(Program.runAsIs(null, "rent", "--help").out().replaceAll("\\s+", " "))
                .contains("runs a command on this machine, with the address of the instance")
                .contains("Options:", "Service:", "Rentals and their limits:", "Command:");
    }

    @Test
    void hasOnlyTheOptionsThatTheCommandUses() {
        assertThat(Program.runAsIs(null, "destroy", "--help").out())
                .contains("--yes", "--journal")
                .doesNotContain("--max-open", "--account-use");
        assertThat(Program.runAsIs(null, "gpus", "--help").out()).doesNotContain("--journal", "--timer-unit");
    }

    @ParameterizedTest
    @CsvSource({"status --output foo, 'table, json'", "cost --by foo, 'day, title, tag, gpu'"})
    void namesValuesAsTheyAreWritten(String line, String values) {
        assertThat(Program.runAsIs(null, line.split(" ", -1)).err()).contains(values);
    }

    @Test
    void describesAFailureForPrograms() {
        Program.Run failed = program.rent("--max-price", "0.01", "--output", "json", "--", "true");
        JsonNode result = JsonMapper.shared().readTree(failed.err());

        assertThat(failed.status()).isEqualTo(ExitStatus.NOT_AVAILABLE);
        assertThat(result.path("error").asString()).isEqualTo("no_matching_gpu");
        assertThat(result.path("exit_status").asInt()).isEqualTo(ExitStatus.NOT_AVAILABLE);
        assertThat(result.path("message").asString()).contains("an hour at most, more than --max-price 0.01");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--output json --for foo", "--for foo --output=json", "--output json --no-such-option"})
    void describesAWrongCommandLineForPrograms(String line) {
        Program.Run wrong = Program.runAsIs(null, ("rent " + line).split(" ", -1));
        JsonNode error = JsonMapper.shared().readTree(wrong.err());

        assertThat(error.path("error").asString()).isEqualTo("usage");
        assertThat(error.path("exit_status").asInt())
                .isEqualTo(ExitStatus.USAGE)
                .isEqualTo(wrong.status());
        assertThat(error.path("message").asString()).isNotBlank();
    }

    @Test
    void describesARentalForPrograms() {
        JsonNode result = JsonMapper.shared()
                .readTree(program.rent("--output", "json", "--", "true").err());

        assertThat(result.path("state").asString()).isEqualTo("ended");
        assertThat(result.path("began_at").asString()).hasSize("2026-01-01T00:00:00Z".length());
    }

    @Test
    void saysWhenToComeBack() {
        program.fault("getBalance", Map.of("status", 429, "retry_after", 86_400));

        assertThat(program.run("status").err()).contains("The service asks to wait until 20");
    }

    @Test
    void showsOneInstance() {
        String uuid = program.keep();
        program.keep();

        assertThat(program.run("status", uuid, "--output", "json").json().path("instances"))
                .hasSize(1);
        assertThat(program.run("wait", uuid).out()).contains(uuid, "running");
    }

    @Test
    void saysWhatItWouldRent() {
        JsonNode rental = program.rent("--dry-run", "--limit", "10/24h", "--output", "json")
                .json();

        assertThat(rental.path("gpu_uuid").asString()).isEqualTo("gpu-rtx-4090");
        assertThat(rental.path("at_most_per_hour").decimalValue()).isEqualByComparingTo("3.96");
        assertThat(rental.path("limit").decimalValue()).isEqualByComparingTo("10");
        assertThat(program.created()).isZero();
    }

    @Test
    void wouldRentTheFirstNamedGpuThatIsAvailable() {
        String[] line = "--dry-run --gpu gpu-h100-80g --gpu gpu-l40s --gpu gpu-rtx-4090 -- true".split(" ", -1);

        assertThat(program.rent(line).out()).contains("gpu-l40s");
    }
}
