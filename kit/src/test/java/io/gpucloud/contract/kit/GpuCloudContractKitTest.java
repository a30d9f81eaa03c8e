package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuCloudContractKitTest {

    @RegisterExtension
    static final KitRuns RUNS = KitRuns.shared();

    private String out = "";
    private String err = "";

    private int execute(String... arguments) {
        KitRuns.Ended ended = KitRuns.execute(arguments);
        out += ended.out();
        err += ended.err();
        return ended.code();
    }

    private int readOnly(String... more) {
        Stream<String> usual = Stream.of("--url", url(), "--key", "demo-key", "--read-only");
        return execute(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
    }

    private String url() {
        return RUNS.url().toString();
    }

    @Test
    void exitsWith0IfEveryTestPasses() {
        assertThat(readOnly("--only", "listGpus,getBalance")).isZero();
        assertThat(out).contains("listGpus", "getBalance", "HELD").doesNotContain("listPods", "demo-key");
    }

    @Test
    void exitsWith1IfSomethingDiffers() {
        UnaryOperator<ModifyingProxy.ProxiedResponse> modify =
                response -> response.body(response.body().replace("gpu_uuid", "gpu_id"));
        try (ModifyingProxy proxy = RUNS.proxy(modify)) {
            assertThat(execute(
                            "--url", proxy.url().toString(), "--key", "demo-key", "--read-only", "--only", "listGpus"))
                    .isEqualTo(1);
        }
        assertThat(out).contains("DIFFERS", "expected", "got", "gpu-cloud-v2.yaml#");
    }

    @Test
    void exitsWith2IfNoServerListens() throws Exception {
        // A port that is reserved and has no listener.
        try (Socket unusedPort = new Socket()) {
            unusedPort.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "http://127.0.0.1:" + unusedPort.getLocalPort() + "/api/open/v2";
            assertThat(execute("--url", url, "--key", "k")).isEqualTo(2);
        }
        assertThat(err).contains("no response from").doesNotContain("Usage:");
    }

    @Test
    void suggestsTheIntendedAddressInOneSentence() {
        String wrong = url().replace("/api/open/v2", "/api");
        assertThat(execute("--url", wrong, "--key", "demo-key", "--read-only")).isEqualTo(2);
        assertThat(err)
                .isEqualToIgnoringNewLines(
                        "no API found at " + wrong + " (HTTP 404 from GET /pod/list); did you mean " + url() + "?");
        assertThat(out).doesNotContain("DIFFERS");
    }

    @Test
    void printsOneLineForEachAssumption() {
        assertThat(readOnly("--summary", "--only", "listMarketImages,setShutdownTimer"))
                .isZero();
        List<String> lines = out.lines().toList();
        // The first line names the run, the last one the result.
        assertThat(lines).hasSize((int) ApiDocuments.assumptions().count() + 2);
        assertThat(lines).anyMatch(line -> line.matches("paging-defaults +held"));
        assertThat(lines).anyMatch(line -> line.matches("timer-unit +skipped"));
        assertThat(lines).anyMatch(line -> line.matches("base-address +not checked"));
        assertThat(lines.get(lines.size() - 1)).startsWith("HELD");
    }

    @Test
    void exitsWith2IfTheKeyIsRejected() {
        assertThat(execute("--url", url(), "--key", "nobody-knows-it")).isEqualTo(2);
        assertThat(err).contains("rejects the API key").doesNotContain("nobody-knows-it");
    }

    @Test
    void ignoresWhiteSpaceAroundAKey() {
        assertThat(execute("--url", url(), "--key", "demo-key\r", "--read-only", "--only", "listPods"))
                .as(err)
                .isZero();
    }

    @Test
    void doesNotShowAKeyThatIsInvalidInAHeader() {
        for (String stray : List.of("secret-7f3a\rx", "secret-7f3a\u200b")) {
            assertThat(execute("--url", url(), "--key", stray, "--read-only")).isEqualTo(2);
            assertThat(execute("--url", url(), "--admin", "--admin-token", stray))
                    .isEqualTo(2);
        }
        assertThat(err).contains("the API key contains a character", "the token for /__admin contains a character");
        assertThat(out + err).doesNotContain("secret-7f3a");
    }

    @Test
    void sendsNothingIfItCannotWriteReports(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        try (ModifyingProxy service = RUNS.watched()) {
            assertThat(execute("--url", service.url().toString(), "--key", "demo-key", "--report-dir", file.toString()))
                    .isEqualTo(2);
            assertThat(service.methods()).isEmpty();
        }
        assertThat(err).contains("--report-dir cannot be written").doesNotContain("\tat ");
    }

    @Test
    void printsTheReportThatItCannotWrite(@TempDir Path directory) throws Exception {
        Files.createDirectories(directory.resolve("report.md"));
        assertThat(readOnly("--only", "listPods", "--report-dir", directory.toString()))
                .isEqualTo(2);
        assertThat(out).contains("HELD");
        assertThat(err).contains("--report-dir cannot be written").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --key=k                                                 | Missing required option
            --url=URL --key=k --without=timer-units                 | unknown assumption timer-units; docs/reference/assumptions.md
            --url=URL --key=k --only=createEverything               | unknown operation createEverything
            --url=URL --admin --read-only                           | --read-only and --admin exclude each other
            --url=URL --key=k --read-only --allow-cost=1            | --read-only and --allow-cost exclude each other
            --url=URL --admin --write-profile=stub.yaml             | --write-profile and --admin exclude each other
            --url=file:///etc/passwd --key=k                        | --url must be an http or https address
            """)
    void exitsWith2OnWrongUsage(String options, String message) {
        assertThat(execute(options.replace("URL", url()).split(" "))).isEqualTo(2);
        assertThat(err).contains(message);
    }

    @Nested
    class AnAdminToken {

        private static final String TOKEN = "token-5e1f7c-for-tests";

        @RegisterExtension
        static final KitRuns STUB = new KitRuns("stub.admin.token=" + TOKEN);

        private int admin(String... more) {
            Stream<String> usual = Stream.of("--url", STUB.url().toString(), "--admin", "--strict");
            return execute(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
        }

        /** Bills need a moved clock, errors need faults, and two calls are of {@code /__admin} itself. */
        @Test
        void isSentToEveryOperationThatRequiresIt() {
            assertThat(admin("--admin-token", TOKEN, "--only", "listBills,getBalance,createFault,getClock"))
                    .as(out)
                    .isZero();
            assertThat(out)
                    .contains("listBills", "getBalance", "createFault", "getClock", " differ, 0 skipped")
                    .doesNotContain("DIFFERS", TOKEN);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "--admin-token=wrong-9d2b"})
        void isReportedIfMissing(String token) {
            assertThat(admin(token.isEmpty() ? new String[0] : new String[] {token}))
                    .isEqualTo(2);
            assertThat(out + err)
                    .contains("/__admin responds with HTTP 401", "with the right --admin-token?")
                    .doesNotContain("wrong-9d2b", TOKEN);
        }
    }
}
