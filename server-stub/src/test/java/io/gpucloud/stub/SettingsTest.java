package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.settings.StubProperties;
import io.gpucloud.stub.startup.StartFailure;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The settings of a stub and their effects. */
class SettingsTest {

    @Test
    void aRateAboveTheLimitIsRejected() {
        try (GpuCloudStub stub =
                GpuCloudStub.start(FrozenRateClockConfiguration.SETTING, "stub.rate-limit.requests-per-second=1")) {
            Caller caller = Caller.of(stub.baseUrl(), "demo-key");
            assertThat(caller.get("/gpu/list").status()).isEqualTo(200);

            Answer answer = caller.get("/gpu/list");

            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("Retry-After")).hasValue("1");
            assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"too many requests\"}");
            assertThat(new Caller(caller.origin(), "tenant-other")
                            .get("/gpu/list")
                            .status())
                    .isEqualTo(200);
            assertThat(caller.get("/pod/list").status()).isEqualTo(200);
            assertThat(caller.get("/pod/list").status()).isEqualTo(200);
        }
    }

    /** A variable that is not set is an empty token. */
    @Test
    void theAdministrationNeedsNoEmptyToken() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.admin.token=", "stub.tenants.enabled=false")) {
            assertThat(stub.adminToken()).isEmpty();
            assertThat(Caller.of(stub.baseUrl(), null).adminGet("/clock").status())
                    .isEqualTo(200);
            assertThat(Caller.of(stub.baseUrl(), "tenant-1").get("/gpu/list").status())
                    .isEqualTo(401);
        }
    }

    @Test
    void aSeedCanBeEmpty() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.seed=classpath:empty")) {
            Caller caller = Caller.of(stub.baseUrl(), "demo-key");
            assertThat(caller.get("/balance/info").text()).contains("\"balance\":0.00,\"card_balance\":0.00");
            assertThat(caller.get("/pod/list").intAt("/data/total")).isEqualTo(4);
        }
    }

    @Test
    void anInvalidSeedStopsTheStartWithFilePlaceAndReason(@TempDir Path folder) throws IOException {
        Path seed = folder.resolve("seed.json");
        Files.writeString(seed, "{\"gpus\":[{\"gpu_uuid\":\"g\",\"gpu_name\":\"G\",\"price\":{}}]}");

        assertThatThrownBy(() -> GpuCloudStub.start("stub.seed=file:" + seed))
                .hasRootCauseMessage("stub.seed file:" + seed + ": gpus[0].price.hour: is required");
    }

    /** The output of a failed start. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            server.port=-1                  | server.port -1: must be from 0 to 65535. With 0, the system chooses a free port.
            server.port=65536               | server.port 65536: must be from 0 to 65535. With 0, the system chooses a free port.
            server.port=http                | server.port is "http": must be a whole number. Correct the value.
            server.address=192.0.2.1        | The stub cannot listen at server.address and server.port: Cannot assign requested address. Correct the settings.
            stub.validate=maybe             | stub.validate is "maybe": must be one of off, log, enforce. Correct the value.
            stub.lifecycle.start=later      | stub.lifecycle.start is "later": must be one of automatic, explicit. Correct the value.
            stub.assumptions.timer-unit=day | stub.assumptions.timer-unit is "day": must be one of either, epoch-seconds, minutes. Correct the value.
            stub.observed=maybe             | stub.observed is "maybe": must be true or false. Correct the value.
            stub.limits.journal=many        | stub.limits.journal is "many": must be a whole number. Correct the value.
            stub.limits.max-body=much       | stub.limits.max-body is "much": must be a size, such as 64KB. Correct the value.
            stub.lifecycle.boot=soon        | stub.lifecycle.boot is "soon": must be a duration, such as 20s. Correct the value.
            stub.lifecycle.boot             | stub.lifecycle.boot has no value. Give it a value, or remove it.
            stub.lifecycle.boot=-1s         | stub.lifecycle.boot is "PT-1S": must be longer than or equal to 0. Correct the value.
            stub.limits.max-body=-1B        | stub.limits.max-body -1B: must be from 1 byte to 2147483639 bytes. Correct the setting.
            stub.limits.max-body=2147483648B     | stub.limits.max-body 2147483648B: must be from 1 byte to 2147483639 bytes. Correct the setting.
            stub.limits.max-snapshot=0B          | stub.limits.max-snapshot 0B: must be from 1 byte to 2147483639 bytes. Correct the setting.
            stub.limits.max-snapshot=2147483648B | stub.limits.max-snapshot 2147483648B: must be from 1 byte to 2147483639 bytes. Correct the setting.
            stub.assumptions.unknown-pod-code=1     | stub.assumptions.unknown-pod-code is "1": '1' is not an HTTP status and a result code, such as 200/1 or 200/-1. Correct the value.
            stub.assumptions.unknown-pod-code=900/1 | stub.assumptions.unknown-pod-code is "900/1": '900/1' is not an HTTP status and a result code, such as 200/1 or 200/-1. Correct the value.
            stub.assumptions.no-such-assumption=1   | unknown setting: stub.assumptions.no-such-assumption. Did you mean stub.assumptions.no-capacity-code? --help lists all settings.
            server.servlet.context-path=/moved         | server.servlet.context-path /moved: the paths of the stub are fixed. Remove the setting or the environment variable.
            spring.mvc.servlet.path=/moved             | spring.mvc.servlet.path /moved: the paths of the stub are fixed. Remove the setting or the environment variable.
            management.endpoints.web.base-path=/moved  | management.endpoints.web.base-path /moved: the paths of the stub are fixed. Remove the setting or the environment variable.
            management.server.port=1                   | management.server.port 1: the paths of the stub are fixed. Remove the setting or the environment variable.
            stub.observed=                  | stub.observed is "": must be true or false. Correct the value.
            stub.lifecycle.bot              | unknown setting: stub.lifecycle.bot. Did you mean stub.lifecycle.boot? --help lists all settings.
            stub.seed=                      | stub.seed is empty: cannot be read. Correct the file. Its schema is seed/seed.schema.json in the jar.
            stub.admin.token=15-characters-- | stub.admin.token has fewer than 16 characters, so that it could be guessed. This command makes a token: openssl rand -hex 24
            stub.store=jdbc:other:secret    | stub.store does not begin with jdbc:postgresql:. Use jdbc:postgresql://host/db. The value may contain a password and is not shown.
            """)
    void aWrongValueIsReportedWithWhatIsPossible(String setting, String report) {
        assertThat(StartFailure.describe(catchThrowable(() -> GpuCloudStub.start(setting))))
                .isEqualTo(report);
    }

    @Test
    void aWrongNameInAMapIsReportedWithThoseThatArePossible() {
        assertThat(StartFailure.describe(
                        catchThrowable(() -> GpuCloudStub.start("stub.assumptions.message-texts.nothing=text"))))
                .startsWith("stub.assumptions.message-texts has \"nothing\": must be one of ")
                .contains(" unknown-pod, ");
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThat(StartFailure.describe(
                            catchThrowable(() -> StubProcessMain.start(any -> {}, "server.port=" + port))))
                    .isEqualTo("Port " + port + " is already in use");
        }
    }

    @Test
    void aDurationWithoutAUnitIsInSeconds() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=5", "stub.clock.frozen=true")) {
            Caller caller = Caller.of(stub.baseUrl(), "demo-key");
            caller.create("gpu-rtx-4090");
            caller.admin("POST", "/clock/advance", "{\"seconds\":4}");
            assertThat(caller.get("/instance/list").text()).contains("\"status\":1");
            caller.admin("POST", "/clock/advance", "{\"seconds\":1}");
            assertThat(caller.get("/instance/list").text()).contains("\"status\":2");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://user:secret-1@127.0.0.1:1/db",
                "jdbc:postgresql://127.0.0.1:1/db?user=u&password=secret-1",
                "jdbc:postgresql://127.0.0.1:1/db?sslpassword=secret-1"
            })
    void aPasswordInTheUrlOfTheStoreIsRejectedAndNotShown(String url) {
        assertThatThrownBy(() -> GpuCloudStub.start("stub.store=" + url))
                .hasStackTraceContaining("stub.store")
                .hasStackTraceContaining("must have no password")
                .satisfies(
                        failure -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("secret-1"));
    }

    /** The names of the settings that are invalid. */
    private static List<String> invalid(Map<String, String> settings) {
        StubProperties properties =
                new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("stub", StubProperties.class);
        try (ValidatorFactory factory = Validation.buildDefaultValidatorFactory()) {
            return factory.getValidator().validate(properties).stream()
                    .map(violation -> violation.getPropertyPath().toString())
                    .toList();
        }
    }

    /** A start without settings relies on this and does not validate them. */
    @Test
    void theDefaultsAreValid() {
        assertThat(invalid(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"stub.paging.max-page-size, paging.maxPageSize", "stub.limits.bills, limits.bills"})
    void aNumberMustBePositive(String setting, String name) {
        assertThat(invalid(Map.of(setting, "0"))).containsExactly(name);
        assertThat(invalid(Map.of(setting, "1"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:3000", "http://localhost:3000/", "http://localhost:3000/app", "ftp://localhost", "**"
            })
    void anOriginHasASchemeAHostAndAPort(String origin) {
        String setting = "stub.cors.allowed-origins=" + origin;
        assertThat(StartFailure.describe(catchThrowable(() -> StubProcessMain.start(any -> {}, setting))))
                .isEqualTo("stub.cors.allowed-origins[0] is \"" + origin + "\": must be scheme, host and port without a"
                        + " path, such as http://localhost:3000, or * for all. Correct the value.");
    }

    /** Settings from the file of {@code stub.profile}. */
    @Nested
    class OfAProfile {

        @TempDir
        private Path folder;

        private String profile(String yaml) throws IOException {
            Path file = folder.resolve("service.yaml");
            Files.writeString(file, yaml);
            return "stub.profile=file:" + file;
        }

        private static int podsOnAPage(GpuCloudStub stub) {
            return Caller.of(stub.baseUrl(), "demo-key")
                    .get("/pod/list")
                    .at("/data/pod_list")
                    .size();
        }

        @Test
        void settingsOfTheProfileApplyUnlessTheyAreSetElsewhere() throws IOException {
            String profile = profile("stub:\n  assumptions:\n    paging-defaults: 3\n    unknown-pod-code: 404/-1\n");
            try (GpuCloudStub stub = GpuCloudStub.start(profile)) {
                assertThat(podsOnAPage(stub)).isEqualTo(3);
                String create = "{\"pod_uuid\":\"none\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";
                assertThat(Caller.of(stub.baseUrl(), "demo-key")
                                .unchecked()
                                .post("/instance/create_by_pod", create)
                                .status())
                        .isEqualTo(404);
            }
            try (GpuCloudStub stub = GpuCloudStub.start(profile, "stub.assumptions.paging-defaults=2")) {
                assertThat(podsOnAPage(stub)).isEqualTo(2);
            }
        }

        @Test
        void unknownSettingsOfTheProfileStopTheStart() throws IOException {
            String profile = profile("stub:\n  assumptions:\n    paging-default: 3\n");
            assertThatThrownBy(() -> GpuCloudStub.start(profile))
                    .hasStackTraceContaining("stub.assumptions.paging-default");
        }

        @Test
        void theProfileMustExist() {
            assertThatThrownBy(() -> GpuCloudStub.start("stub.profile=file:/none.yaml"))
                    .hasMessage("stub.profile file:/none.yaml: there is no such file");
        }
    }
}
