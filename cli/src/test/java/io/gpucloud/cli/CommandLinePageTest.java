package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tables of the reference page are those of the program. {@code -Dcli.page.write=true} writes them. */
class CommandLinePageTest {

    private static final Path PAGE = Path.of("../docs/reference/cli.md");
    private static final Path SKILL = Path.of("distribution/src/dist/skills/gpu-cloud/SKILL.md");
    private static final CommandLine PROGRAM = GpuCloud.commandLine(null);

    static Stream<String> commands() {
        return PROGRAM.getSubcommands().keySet().stream();
    }

    @Test
    void hasTheTablesOfTheProgram() throws IOException {
        String page = Files.readString(PAGE);
        String written = with(page, "exit status", exitStatus());
        written = with(written, "commands", commandTable());
        assertWritten(PAGE, with(written, "settings", settings()));
    }

    private static void assertWritten(Path file, String expected) throws IOException {
        String page = Files.readString(file);
        if (Boolean.getBoolean("cli.page.write")) {
            Files.writeString(file, expected);
        }
        assertThat(page).isEqualTo(expected);
    }

    /** An agent reads the skill before it uses the program. */
    @Test
    void theSkillHasCommandsAndExitStatusesOfTheProgram() throws IOException {
        String skill = Files.readString(SKILL);

        assertWritten(SKILL, with(skill, "exit status", exitStatus()));
        assertThat(skill.lines()).hasSizeLessThanOrEqualTo(120);
        List<String> commands = skill.lines()
                .filter(line -> line.startsWith("gpu-cloud "))
                .map(line -> line.substring("gpu-cloud ".length()))
                .toList();
        assertThat(commands)
                .hasSizeGreaterThan(10)
                .allSatisfy(command -> assertThat(command).contains("--output json"))
                .allSatisfy(command -> assertThat(GpuCloud.commandLine(null)
                                .parseArgs(command.split(" "))
                                .unmatched())
                        .isEmpty());
    }

    /**
     * A client that finds the program in the registry of the Model Context Protocol asks its user for these variables.
     */
    @Test
    void theDescriptionOfTheServerHasVariablesOfTheProgram() throws IOException {
        JsonNode server = JsonMapper.shared().readTree(Files.readString(Path.of("distribution/src/server.json")));
        JsonNode run = server.path("packages").path(0);
        String command = run.path("packageArguments").path(0).path("value").asString();
        String help = Program.runAsIs(null, command, "--help").out();

        // The registry accepts no longer one.
        assertThat(server.path("description").asString()).hasSizeLessThanOrEqualTo(100);
        assertThat(run.path("environmentVariables").values())
                .hasSizeGreaterThan(5)
                .extracting(variable -> "$" + variable.path("name").asString())
                .allMatch(help::contains);
    }

    /** The registry reads there who may describe the package. */
    @Test
    void thePackageForPythonNamesTheServer() throws IOException {
        String name = JsonMapper.shared()
                .readTree(Files.readString(Path.of("distribution/src/server.json")))
                .path("name")
                .asString();

        assertThat(Files.readString(Path.of("python/README.md"))).contains("mcp-name: " + name);
    }

    private static String with(String page, String part, String table) {
        String begin = "<!-- Written by CommandLinePageTest: " + part + ". -->\n";
        int from = page.indexOf(begin) + begin.length();
        return page.substring(0, from) + "\n" + table + "\n" + page.substring(page.indexOf("<!-- End. -->", from));
    }

    private static String exitStatus() {
        return "| status | meaning |\n|---:|---|\n"
                + rows(PROGRAM.getCommandSpec().usageMessage().exitCodeList().entrySet().stream());
    }

    private static String commandTable() {
        return "| command | does |\n|---|---|\n"
                + rows(PROGRAM.getSubcommands().entrySet().stream()
                        .map(command -> Map.entry(
                                "`" + command.getKey() + "`",
                                String.join(
                                        " ",
                                        command.getValue()
                                                .getCommandSpec()
                                                .usageMessage()
                                                .description()))));
    }

    /** The options that several commands have, and that a variable can set. */
    private static String settings() {
        CommandSpec rent =
                Objects.requireNonNull(PROGRAM.getSubcommands().get("rent")).getCommandSpec();
        return "| option | variable | meaning |\n|---|---|---|\n"
                + rent.options().stream()
                        .filter(option -> text(option).contains("Also: "))
                        .map(option -> {
                            String[] parts = text(option).split(" ?Also: ", 2);
                            return "| `" + option.longestName() + "` | "
                                    + parts[1].replace("$", "").replaceAll("GPU_\\w+", "`$0`") + " | " + parts[0]
                                    + " |\n";
                        })
                        .collect(Collectors.joining());
    }

    private static String text(OptionSpec option) {
        return String.join(" ", option.description()).replace("$$", "$").replace("${DEFAULT-VALUE}", defaultOf(option));
    }

    private static String defaultOf(OptionSpec option) {
        return String.valueOf(option.defaultValue()).replaceAll("\\$\\{env:\\w+:-(.*)}", "$1");
    }

    private static String rows(Stream<Map.Entry<String, String>> rows) {
        return rows.map(row -> "| " + row.getKey() + " | " + row.getValue() + " |\n")
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void printsHelpWithAnExampleWithinTheWidthOfATerminal(String command) {
        Program.Run help = Program.runAsIs(null, command, "--help");

        assertThat(help.status()).isZero();
        assertThat(help.out()).contains(command.equals("completion") ? "gpu-cloud completion" : "Example: ");
        assertThat(help.out().lines().filter(line -> !line.contains("Example: ")))
                .allMatch(line -> line.length() <= 80);
    }

    @Test
    void printsAScriptForCompletionAndItsVersion() {
        assertThat(Program.runAsIs(null, "completion").out()).contains("complete -F _complete_gpu-cloud");
        assertThat(Program.runAsIs(null, "--version").out())
                .startsWith("gpu-cloud ")
                .contains(
                        "(Java " + System.getProperty("java.version") + " in " + System.getProperty("java.home") + ")");
    }

    @Test
    void completesTheCommandOfARentalAndValuesInLowerCase() throws IOException, InterruptedException {
        String script = Program.runAsIs(null, "completion", "bash").out();
        assertThat(complete(script, "gpu-cloud", "rent", "--", "cat", "README")).contains("README.md");
        assertThat(complete(script, "gpu-cloud", "rent", "--account-use", "")).contains("sole_user");
        String listing = script + "\nfunction gpu-cloud() { printf 'UUID PRICE/H\\npod-a 1\\ngpu-b 1\\n'; }\n";
        assertThat(complete(listing, "gpu-cloud", "rent", "--pod", "po")).isEqualTo("pod-a\n");
        assertThat(complete(listing, "gpu-cloud", "gpus", "--gpu", "")).isEqualTo("pod-a gpu-b\n");

        Program.Run fish = Program.runAsIs(null, "completion", "fish");
        assertThat(fish.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(fish.err()).contains("no script for fish");
    }

    /** The proposals of bash for the last word, in the root of the project. */
    private static String complete(String script, String... words) throws IOException, InterruptedException {
        String line = String.join(" ", words);
        String asked = script + "\nCOMP_LINE='" + line + "'; COMP_CWORD=" + (words.length - 1) + "; COMP_WORDS=("
                + Stream.of(words).map(word -> "'" + word + "'").collect(Collectors.joining(" "))
                + ")\n_complete_gpu-cloud 2>/dev/null; echo \"${COMPREPLY[@]}\"\n";
        Process bash =
                new ProcessBuilder("bash", "--norc").directory(new File("..")).start();
        try (Writer input = bash.outputWriter(StandardCharsets.UTF_8)) {
            input.write(asked);
        }
        String proposed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return proposed;
    }

    @Test
    void pointsTheShellAtTheStub() {
        assertThat(Program.runAsIs(null, "env", "--port", "9090").out()).isEqualToNormalizingNewlines("""
                        export GPU_CLOUD_BASE_URL=http://127.0.0.1:9090/api/open/v2
                        export GPU_CLOUD_API_KEY=demo-key
                        """);
    }
}
