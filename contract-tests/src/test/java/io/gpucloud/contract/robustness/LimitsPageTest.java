package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.contract.support.SettingsMetadata;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The tables of limits are correct: each row has a test that exceeds the limit, and the default is that of the code.
 */
class LimitsPageTest {

    private static final String HEADER = "| limit |";
    private static final String STUB = "../server-stub/src/test/java/io/gpucloud/stub/";
    private static final String CLIENT = "../client/src/test/java/io/gpucloud/client/";

    /** Rows whose test is in another module: the file and the test. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "a whole body of the public API | 30 s | 408",
            STUB + "api/RequestBodyReaderTest.java#slowBodiesAreAbandonedAfter30Seconds",
            "incomplete bodies | 100 of a key, 150 in total | `server.tomcat.threads.max`: half of it for a key, three quarters for all | 429 with `Retry-After`",
            STUB + "api/IncompleteBodyLimiterTest.java#bodiesAreLimitedForEachKeyAndInTotal",
            "restored snapshot, and its file | an eighth of the heap, at most 256 MiB | `stub.limits.max-snapshot` | 413; a larger file is not written, and rejected at start",
            STUB + "state/SnapshotFileTest.java#rejectsAFileAboveTheLimit",
            "callers that wait for the journal at once | 100 | 429",
            STUB + "admin/JournalTest.java#hundredCallersCanWait",
            "recharges of an account | 100,000 | 409",
            STUB + "account/AccountTest.java#aLimitedAccountHoldsAHundredThousandRecharges",
            "response that the client reads | 16 MiB | | `UnexpectedResponseException`",
            CLIENT + "internal/BrokenExchangesTest.java#isNotReadBeyondSixteenMegabytes",
            "connections of a client | 256 | `maxConnections(int)`, `gpu-cloud.max-connections` | waits for the connect timeout, then `TransportException`",
            CLIENT + "GpuCloudClientBuilderTest.java#areLimited",
            "call of the client, with all attempts | 2 min | `RequestOptions.builder().deadline(..)` | `TransportException`",
            CLIENT + "internal/BrokenExchangesTest.java#isGivenUpAtTheDeadline",
            "wait of the client | 30 min | `WaitOptions.builder().timeout(..)` | `WaitTimeoutException`",
            CLIENT + "internal/WaitsTest.java#endsInTimeWithTheLastState");

    private static List<String> table() throws IOException {
        List<String> page = Files.readAllLines(Path.of("../docs/reference/stub-settings.md"));
        return page.stream()
                .skip(page.indexOf("## Limits"))
                .filter(line -> line.startsWith("|") && !line.startsWith("|---") && !line.startsWith(HEADER))
                .map(line -> line.substring(2, line.length() - 2))
                .toList();
    }

    @Test
    void hasATestForEachRowAndARowForEachTest() throws IOException {
        Stream<String> here =
                ReflectionSupport.findAllClassesInPackage(
                                LimitsPageTest.class.getPackageName(), type -> true, name -> true)
                        .stream()
                        .flatMap(type ->
                                AnnotationSupport.findAnnotatedMethods(
                                        type, LimitTest.class, HierarchyTraversalMode.TOP_DOWN)
                                        .stream())
                        .map(method -> method.getAnnotation(LimitTest.class).value());
        assertThat(Stream.concat(here, ELSEWHERE.keySet().stream()).distinct())
                .containsExactlyInAnyOrderElementsOf(table());
    }

    @Test
    void namesExistingTestsInOtherClasses() throws IOException {
        for (String test : ELSEWHERE.values()) {
            String[] fileAndMethod = test.split("#", -1);
            assertThat(Files.readString(Path.of(fileAndMethod[0]))).contains("void " + fileAndMethod[1] + "(");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            server.tomcat.max-connections | 8192 | 8,192
            server.tomcat.threads.max | 200 | 200
            stub.limits.max-body | 64KB | 64 KiB
            stub.limits.journal | 10000 | 10,000 requests
            stub.tenants.max | 10000 | 10,000
            stub.limits.instances | 10000 | 10,000
            stub.limits.bills | 100000 | 100,000
            stub.paging.max-page-size | 1000 | 1,000
            gpu-cloud.max-connections | 256 | 256
            """)
    void namesSettingsWithTheirDefaults(String setting, String value, String said) throws IOException {
        assertThat(defaultOf(setting)).isEqualTo(value);
        assertThat(table()).anySatisfy(row -> assertThat(row).contains("`" + setting + "`", " | " + said));
    }

    @Test
    void limitsNoRatesByDefault() {
        assertThat(defaultOf("stub.rate-limit.requests-per-second")).isEqualTo("0");
        assertThat(defaultOf("stub.rate-limit.concurrent")).isEqualTo("0");
    }

    /** Limits that no other test names. */
    @ParameterizedTest
    @CsvSource({
        "io.gpucloud.stub.api.RequestBodyReader, PATIENCE_MILLIS, 30000",
        "io.gpucloud.stub.journal.InMemoryJournalStorage, MAX_BYTES, 134217728"
    })
    void namesTheConstantsOfTheCode(String type, String constant, String value) throws ReflectiveOperationException {
        assertThat(constant(Class.forName(type), constant)).hasToString(value);
    }

    @Test
    void namesTheLimitsOfStubAndClient() throws ReflectiveOperationException {
        Map<?, ?> defaults = (Map<?, ?>) constant(GpuCloudStub.class, "DEFAULTS");
        assertThat(String.valueOf(defaults.get("server.tomcat.connection-timeout")))
                .isEqualTo("10s");
        Class<?> settingsOfTheClient = Class.forName("io.gpucloud.client.internal.HttpSettings");
        assertThat(constant(settingsOfTheClient, "DEFAULTS").toString()).contains("maxConnections=256,");
        assertThat(RequestOptions.defaults().deadline()).isEqualTo(Duration.ofMinutes(2));
        assertThat(WaitOptions.defaults().timeout()).isEqualTo(Duration.ofMinutes(30));
    }

    private static Object constant(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(null);
    }

    private static String defaultOf(String setting) {
        return SettingsMetadata.all()
                .filter(property -> property.path("name").asString().equals(setting))
                .map(property -> property.path("defaultValue").asString())
                .findFirst()
                .orElseThrow();
    }
}
