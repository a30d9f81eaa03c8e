package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.ErrorCode;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stub that starts with the profile that the kit wrote behaves as the service that the kit observed. */
@Tag("ci")
class WriteProfileTest {

    @TempDir
    private Path folder;

    static Settings admin(URI url) {
        return Settings.of("--url=" + url, "--admin");
    }

    private static Map<String, String> observe(String... settings) {
        try (GpuCloudStub stub = KitRuns.start(settings)) {
            return observeAll(stub);
        }
    }

    /** Only the operations that show how a service behaves without an error. */
    private static Map<String, String> observeBehavior(String... settings) {
        try (GpuCloudStub stub = KitRuns.start(settings)) {
            return observeAll(stub, "--only=createInstanceByPod,listMarketImages,listPods,listRecharges");
        }
    }

    private static Map<String, String> observeAll(GpuCloudStub stub, String... options) {
        // More than a page has by default.
        for (int recharge = 0; recharge <= 20; recharge++) {
            send(stub, "addRecharge", Map.of("account", "demo-key", "amount", 10));
        }
        return observe(
                stub,
                Stream.concat(Stream.of("--allow-cost=1000"), Stream.of(options))
                        .toArray(String[]::new));
    }

    private static Map<String, String> observe(GpuCloudStub stub, String... options) {
        Settings settings = KitRuns.settings(stub.baseUrl(), "--key=demo-key", options);
        return KitRuns.profile(settings, new StubTime(stub));
    }

    /**
     * The frozen clock of a stub, which a pause advances. Under load, the clock of the system would run ahead of it.
     */
    private static final class StubTime implements Sleeper {

        private final GpuCloudStub stub;
        private Instant now;

        StubTime(GpuCloudStub stub) {
            this.stub = stub;
            this.now = Instant.ofEpochSecond(
                    send(stub, "getClock", Map.of()).number("/now").longValueExact());
        }

        @Override
        public void sleep(Duration pause) {
            send(stub, "advanceClock", Map.of("seconds", pause.toSeconds()));
            now = now.plus(pause);
        }

        @Override
        public Instant now() {
            return now;
        }
    }

    /** Without the codes that the kit does not observe, and their texts. */
    private static Map<String, String> observable(Map<String, String> settings) {
        Map<String, String> observable = new LinkedHashMap<>(settings);
        for (Assumption assumption : ApiDocuments.assumptions().toList()) {
            String name = assumption.name();
            String text = "texts." + name.replaceFirst("-code$", "");
            observable
                    .keySet()
                    .removeIf(setting ->
                            assumption.profile() != null && (setting.endsWith("." + name) || setting.endsWith(text)));
        }
        return observable;
    }

    private static String[] arguments(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
    }

    /** Every code with a value other than its default, all different. */
    private static Map<String, String> otherCodes() {
        Map<String, String> settings = new LinkedHashMap<>();
        int number = 100;
        for (Assumption assumption : ApiDocuments.assumptions().toList()) {
            String setting = StubProfile.setting(assumption.name()).orElse("");
            ErrorCode error = assumption.error();
            if (!setting.isEmpty() && error != null && error.code() != null) {
                number++;
                settings.put(setting, "4" + number % 100 / 10 + number % 10 + "/" + number);
                settings.put(
                        "stub.assumptions.message-texts." + assumption.name().replaceFirst("-code$", ""),
                        "text " + number);
            }
        }
        // With another code the text of a parameter error names the parameter.
        settings.remove("stub.assumptions.message-texts.parameter-error");
        settings.put("stub.assumptions.refusal-status", "422");
        settings.put("stub.assumptions.rename-error-status", "423");
        return settings;
    }

    private static Map<String, String> otherBehavior() {
        return Map.ofEntries(
                Map.entry("stub.assumptions.challenge-header", "false"),
                Map.entry("stub.assumptions.null-members", "absent"),
                Map.entry("stub.assumptions.paging-defaults", "7"),
                Map.entry("stub.paging.max-page-size", "50"),
                Map.entry("stub.assumptions.instance-title", "empty"),
                Map.entry("stub.assumptions.server-url-form", "false"),
                Map.entry("stub.assumptions.timer-unit", "minutes"),
                Map.entry("stub.assumptions.timer-enable-omitted", "cancels"),
                Map.entry("stub.assumptions.timer-off-form", "absent"),
                Map.entry("stub.assumptions.save-image-members", "ignored"),
                Map.entry("stub.assumptions.charging-type", "3"),
                Map.entry("stub.lifecycle.start", "explicit"),
                Map.entry("stub.lifecycle.boot", "7s"),
                Map.entry("stub.lifecycle.shutdown", "4s"),
                Map.entry("stub.lifecycle.image-upload", "9s"));
    }

    @Test
    void everyErrorIsObserved() {
        Map<String, String> set = otherCodes();
        assertThat(observe(arguments(set))).containsAllEntriesOf(observable(set));
    }

    @Test
    void everyOtherSettingIsObserved() {
        Map<String, String> set = otherBehavior();
        assertThat(observeBehavior(arguments(set))).containsAllEntriesOf(set);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server-url-form=zero timer-unit=epoch-seconds public-operation-key=checked",
                "server-url-form=null timer-unit=either",
                "server-url-form=empty-string timer-enable-omitted=rejected",
                "server-url-form=empty-list instance-list-members=documented parameter-error-code=422/422",
                "server-url-form=string timer-lead-time-code=422/422",
                "server-url-form=absent-then-empty"
            })
    void everyValueOfASettingIsObserved(String values) {
        String[] settings = Arrays.stream(values.split(" "))
                .map(value -> "stub.assumptions." + value)
                .toArray(String[]::new);
        assertThat(observeBehavior(settings)).containsAllEntriesOf(parsed(settings));
    }

    @Test
    void shortAndLongDurationsAreObserved() {
        String[] settings = {"stub.lifecycle.boot=0s", "stub.lifecycle.image-upload=20s"};
        assertThat(observeBehavior(settings)).containsAllEntriesOf(parsed(settings));
    }

    private static Map<String, String> parsed(String... settings) {
        return Arrays.stream(settings)
                .map(setting -> setting.split("=", 2))
                .collect(toMap(parts -> parts[0], parts -> parts[1]));
    }

    @Test
    void theDefaultsAreObserved() {
        Map<String, String> observed = observe();
        assertThat(ApiDocuments.assumptions()
                        .filter(assumption -> assumption.profile() == null)
                        .map(Assumption::name)
                        .filter(assumption -> StubProfile.setting(assumption).isPresent())
                        .filter(assumption -> !assumption.equals("message-texts"))
                        .map(assumption -> StubProfile.setting(assumption).orElseThrow()))
                .allMatch(observed::containsKey)
                .isNotEmpty();
        try (GpuCloudStub stub = KitRuns.start(arguments(observed))) {
            assertThat(observeAll(stub)).isEqualTo(observed);
        }
    }

    /** Some settings, a run of the kit program, and a second stub with the written file. */
    @Test
    void aSecondStubIsIdentical() throws IOException {
        Path profile = folder.resolve("service.yaml");
        String first;
        Map<String, String> observed;
        try (GpuCloudStub stub = KitRuns.start(
                "stub.assumptions.instance-title=empty",
                "stub.assumptions.null-members=absent",
                "stub.assumptions.paging-defaults=3",
                "stub.assumptions.unknown-pod-code=404/-1",
                "stub.assumptions.server-url-form=false")) {
            KitRuns.Ended ended = writeProfile(stub, profile);
            assertThat(ended.code()).isEqualTo(1);
            first = summary(ended);
            observed = observeAll(stub);
        }
        assertThat(Files.readString(profile))
                .contains("instance-title: \"empty\"", "null-members: \"absent\"")
                .contains("paging-defaults: \"3\"", "unknown-pod-code: \"404/-1\"", "server-url-form: \"false\"");
        assertThat(first).contains("unknown-pod-code", "CONTRADICTED", "observed 404/-1");

        try (GpuCloudStub stub = KitRuns.start("stub.profile=file:" + profile)) {
            KitRuns.Ended ended = writeProfile(stub, folder.resolve("second.yaml"));
            assertThat(verdicts(summary(ended))).isEqualTo(verdicts(first));
            assertThat(observeAll(stub)).isEqualTo(observed);
        }
        assertThat(settings(folder.resolve("second.yaml"))).isEqualTo(settings(profile));
    }

    private static KitRuns.Ended writeProfile(GpuCloudStub stub, Path file) {
        return KitRuns.execute(
                "--url",
                stub.baseUrl().toString(),
                "--key",
                "demo-key",
                "--summary",
                "--write-profile",
                file.toString());
    }

    private static String summary(KitRuns.Ended ended) {
        return ended.out().lines().skip(1).toList().toString();
    }

    /** Identifiers and times differ from run to run. */
    private static List<String> verdicts(String summary) {
        return Arrays.stream(summary.split(", (?=[a-z-]+ +(held|CONTRADICTED|skipped|not checked))"))
                .map(line -> line.replaceFirst("expected.*", ""))
                .toList();
    }

    private static List<String> settings(Path profile) throws IOException {
        return Files.readAllLines(profile).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    @Test
    void anInstanceRunsOnlyIfItsCostIsAllowed() {
        try (GpuCloudStub stub = KitRuns.start()) {
            for (String amount : List.of("0", "1000")) {
                Map<String, String> observed = observe(stub, "--allow-cost=" + amount, "--only=createInstanceByPod");
                assertThat(observed.containsKey("stub.lifecycle.boot")).isEqualTo(amount.equals("1000"));
                assertThat(observed.containsKey("stub.assumptions.timer-unit")).isEqualTo(amount.equals("1000"));
                assertThat(observed.containsKey("stub.assumptions.save-image-members"))
                        .isEqualTo(amount.equals("1000"));
                assertThat(observed).containsEntry("stub.assumptions.unknown-pod-code", "200/1");
            }
        }
    }

    private static void setFault(GpuCloudStub stub, Map<String, Object> fault) {
        assertThat(send(stub, "createFault", fault).status()).isEqualTo(201);
    }

    private static ServiceResponse send(GpuCloudStub stub, String operation, Map<String, Object> members) {
        return new KitContext(admin(stub.baseUrl()), pause -> {})
                .send(Call.of(ApiDocuments.ADMIN_API, operation, members));
    }

    @Test
    void aKeyInTheTextOfAnErrorIsMasked() {
        try (GpuCloudStub stub = KitRuns.start()) {
            String text = "bad key demo-key";
            setFault(stub, Map.of("code", 1, "msg", text, "operation", "startInstance", "api_key", "demo-key"));

            assertThat(observe(stub, "--only=startInstance"))
                    .containsEntry("stub.assumptions.message-texts.start-refused", "bad key ***");
        }
    }
}
