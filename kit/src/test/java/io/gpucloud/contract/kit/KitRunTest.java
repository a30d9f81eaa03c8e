package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Tag("ci")
class KitRunTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    private static Stream<String> reasons(Report report) {
        return KitRuns.reasons(report).stream().distinct();
    }

    @Nested
    class ReadOnly {

        @Test
        void sendsOnlyGet() {
            try (ModifyingProxy watched = RUNS.watched()) {
                Settings settings = watched.settings("--read-only");
                Report report = RUNS.run(settings);
                assertThat(report.held()).as(report.text()).isTrue();
                assertThat(report.count(Outcome.HELD)).isGreaterThan(200);
                assertThat(Set.copyOf(watched.methods())).containsExactly("GET");
            }
        }

        @Test
        void reportsSkippedTestsWithTheirReason() {
            Report report = RUNS.run(RUNS.key("--read-only", "--only=createInstanceByPod"));
            assertThat(reasons(report)).containsExactly("--read-only sends only GET requests");
            assertThat(report.text()).contains("skipped  ", ": --read-only sends only GET requests");
        }
    }

    @Nested
    class WithoutAdministration {

        @Test
        void destroysWhatItCreates() {
            Report report = RUNS.run(RUNS.key("--only=createInstanceByPod,destroyInstance"));
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(report.leftovers()).isEmpty();
            assertThat(reasons(report)).contains(Settings.NEEDS_ADMIN);
        }
    }

    private static List<JsonNode> accounts() {
        KitContext kit = new KitContext(RUNS.admin("--strict"), pause -> {});
        return new AdminApi(kit, null).call("listAccounts").list("/accounts");
    }

    /** Tests of these operations open accounts in addition to their own. */
    @Test
    void leavesNoAccountBehind() {
        List<JsonNode> before = accounts();
        Report report = RUNS.run(RUNS.admin("--strict", "--only=listBills,listCards"));
        assertThat(report.held()).as(report.text()).isTrue();
        assertThat(accounts()).isEqualTo(before);
    }

    /**
     * If deriving requests for all operations fails, the tests of the selected operation may be among those that never
     * ran.
     */
    @Test
    void reportsFailuresThatStoppedTestsOfSeveralOperations() {
        Report report = RUNS.runModified(
                ModifyingProxy.on(
                        "/instance/save_image", response -> response.body("{\"code\":-1,\"msg\":\"not now\"}")),
                "listPods",
                "getBalance",
                "startInstance");
        assertThat(report.held()).isFalse();
        assertThat(report.results())
                .anyMatch(result -> result.operation().isEmpty() && result.outcome() == Outcome.DIFFERS);
        assertThat(report.text()).contains("(no single operation)");
    }

    @Test
    void savesNoImageOfAnInstanceThatRunsAtOnce() {
        try (GpuCloudStub quick = KitRuns.start("stub.lifecycle.boot=0s")) {
            Settings settings = Settings.of(
                    "--url=" + quick.baseUrl(),
                    "--key=demo-key",
                    "--without=created-status",
                    "--only=saveInstanceImage,setShutdownTimer,restartInstance");
            Report report = RUNS.run(settings);
            assertThat(report.held()).as(report.text()).isTrue();
            ServiceResponse images = RUNS.service(quick.baseUrl()).call("listPrivateImages");
            assertThat(images.list("/data/image_list")).isEmpty();
        }
    }

    @Nested
    class Assumptions {

        @Test
        void canBeSwitchedOffOneByOne() {
            Report report = RUNS.run(RUNS.key("--read-only", "--without=trade-number-filter", "--only=listRecharges"));
            assertThat(reasons(report)).contains("assumption trade-number-filter is switched off");
            assertThat(report.held()).as(report.text()).isTrue();
        }

        @Test
        void canBeSwitchedOffAltogether() {
            Report report = RUNS.run(RUNS.key("--read-only", "--without=all", "--only=listMarketImages"));
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(reasons(report)).noneMatch(reason -> reason.contains("server-url-form"));
        }

        @Test
        void ofErrorsLeaveOnlyThatARequestIsRejected() {
            try (ModifyingProxy other = RUNS.proxy(response ->
                    response.status() == 400 ? response.body("{\"code\":1,\"msg\":\"bad request\"}") : response)) {
                Settings settings = other.settings("--read-only", "--without=errors", "--only=listPods");
                assertThat(RUNS.run(settings).held()).isTrue();
            }
        }

        @Test
        void ofAddressesAllowValuesOfOtherTypes() {
            try (ModifyingProxy other = RUNS.proxy(ModifyingProxy.replacing(
                    "/instance/create", "\"gpu_nums\":1", "\"gpu_nums\":1,\"server_url\":false"))) {
                Settings with = other.settings("--only=createInstanceByPod");
                assertThat(RUNS.run(with).held()).isFalse();
                Settings without = other.settings("--without=server-url-form,start-time", "--only=createInstanceByPod");
                assertThat(RUNS.run(without).held()).isTrue();
            }
        }
    }

    @Nested
    class AReport {

        @Test
        void isWrittenAsMarkdownAndAsJUnitXml(@TempDir Path reports) throws Exception {
            Settings known =
                    Settings.of("--url=" + RUNS.url(), "--key=tenant-secret-7f3a", "--read-only", "--only=listPods");
            Report report = new KitRun(known, reports).run();
            assertThat(Files.readString(reports.resolve("report.md")))
                    .contains("```text\n", "listPods")
                    .contains(" " + report.count(Outcome.HELD) + " held, 0 differ, ");
            try (Stream<Path> files = Files.list(reports)) {
                List<Path> written = files.toList();
                assertThat(written)
                        .anyMatch(file -> file.getFileName().toString().startsWith("TEST-"));
                for (Path file : written) {
                    assertThat(Files.readString(file).contains("tenant-secret-7f3a"))
                            .isFalse();
                }
            }
        }

        private static String textWith(String instanceList) {
            try (ModifyingProxy service =
                    RUNS.proxy(ModifyingProxy.on("/instance/list", response -> response.body(instanceList)))) {
                return RUNS.run(service.settings("--read-only", "--only=listInstances"))
                        .text();
            }
        }

        /** The response cannot be read, so the report shows it, up to the middle of the password. */
        @Test
        void containsNoBeginningOfAPassword() {
            String broken = "{\"title\":\"" + "x".repeat(360) + "\",\"password\":\"s3cret" + "p".repeat(60);
            assertThat(textWith(broken)).contains("\"password\":\"***").doesNotContain("s3cret");
        }

        /** The response cannot be read, so the report shows it whole. */
        @ParameterizedTest
        @ValueSource(strings = {"s3cret-pass", "s3cret-\\\"pass", "s3cret-\\u0070ass"})
        void containsNoPasswordOfAnInstance(String password) {
            String broken =
                    "{\"code\":0,\"data\":{\"ssh_info\":{\"username\":\"root\",\"password\": \"" + password + "\"";
            assertThat(textWith(broken))
                    .contains("\"username\":\"root\",\"password\": \"***\"")
                    .doesNotContain("s3cret");
        }

        @Test
        void containsNoKeyThatTheServiceRepeats() {
            try (ModifyingProxy chatty = RUNS.proxy(response -> response.status() == 400
                    ? response.body("{\"code\":400,\"message\":\"tenant-secret-7f3a did this\"}")
                    : response)) {
                Report report = RUNS.run(Settings.of(
                        "--url=" + chatty.url(), "--key=tenant-secret-7f3a", "--read-only", "--only=listCards"));
                assertThat(report.held()).isFalse();
                assertThat(report.text()).contains("*** did this").doesNotContain("tenant-secret-7f3a");
                assertThat(report.markdown()).doesNotContain("tenant-secret-7f3a");
            }
        }
    }

    /** Parsers read it differently, so it is a difference, even without {@code --strict}. */
    @Nested
    class AnUnreadableResponse {

        private static List<Mismatch> mismatches(UnaryOperator<ProxiedResponse> modify, boolean strict) {
            try (ModifyingProxy service = RUNS.proxy(ModifyingProxy.on("/pod/list", modify))) {
                Settings settings = strict
                        ? service.settings("--read-only", "--only=listPods", "--strict")
                        : service.settings("--read-only", "--only=listPods");
                Report report = RUNS.run(settings);
                assertThat(report.held()).isFalse();
                return KitRuns.mismatches(report);
            }
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void isReportedIfItIsNotUtf8(boolean strict) {
            UnaryOperator<ProxiedResponse> modify =
                    response -> response.body(response.body().replaceFirst("\"title\":\"", "\"title\":\"\u00C3"))
                            .in(ISO_8859_1);
            assertThat(mismatches(modify, strict)).anySatisfy(mismatch -> {
                assertThat(mismatch.what()).isEqualTo("GET /pod/list, response body");
                assertThat(mismatch.expected()).isEqualTo("as in the contract (is not UTF-8)");
                assertThat(mismatch.got()).contains("\"title\":\"\uFFFD");
            });
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void isReportedIfAMemberAppearsTwice(boolean strict) {
            UnaryOperator<ProxiedResponse> modify =
                    response -> response.body(response.body().replaceFirst("\\{", "{\"code\":1,"));
            assertThat(mismatches(modify, strict)).anySatisfy(mismatch -> {
                assertThat(mismatch.what()).isEqualTo("GET /pod/list, response body");
                assertThat(mismatch.expected())
                        .startsWith("as in the contract (is not JSON: ")
                        .contains("code");
                assertThat(mismatch.got()).startsWith("{\"code\":1,").contains("\"code\":0");
            });
        }
    }
}
