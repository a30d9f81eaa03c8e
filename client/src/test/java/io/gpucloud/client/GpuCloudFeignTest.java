package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import feign.AsyncFeign;
import feign.Client;
import feign.Feign;
import feign.Logger;
import feign.Param;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.Retryer;
import feign.TypedResponse;
import feign.micrometer.MicrometerCapability;
import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.UnexpectedResponseException;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.InstanceList;
import io.gpucloud.client.model.InstanceReference;
import io.gpucloud.client.model.NewInstanceFromPod;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Interfaces that a builder of Feign implements with {@link GpuCloudFeign}. */
// The names of the defaults that both Feign 13.6 and later versions have.
@SuppressWarnings("deprecation")
class GpuCloudFeignTest {

    private static final NewInstanceFromPod NEW = new NewInstanceFromPod("pod", null, "gpu", GpuCount.of(1));
    private static final String KEY = "key-0123456789abcdef";
    private static final String LIST = "{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":2,\"title\":\"t\"}]}";

    @AutoClose
    private final FaultServer server = new FaultServer();

    private static GpuCloudFeign capability() {
        return GpuCloudFeign.of(
                LongestPauses.set(GpuCloudClient.builder()).apiKey(KEY).timer(new TestTime()));
    }

    private static Feign.Builder builder() {
        return Feign.builder().addCapability(capability());
    }

    static Stream<Named<UnaryOperator<Feign.Builder>>> builders() {
        return Stream.of(
                Named.of("no other settings", feign -> feign.addCapability(capability())),
                Named.of("a retryer", feign -> feign.addCapability(capability()).retryer(new Retryer.Default(1, 1, 5))),
                Named.of(
                        "metrics around it",
                        feign -> feign.addCapability(capability())
                                .addCapability(new MicrometerCapability(new SimpleMeterRegistry()))),
                Named.of(
                        "metrics inside",
                        feign -> feign.addCapability(new MicrometerCapability(new SimpleMeterRegistry()))
                                .addCapability(capability())));
    }

    @ParameterizedTest
    @MethodSource("builders")
    void sendsACreateRequestOnceIfItsResponseIsLost(UnaryOperator<Feign.Builder> settings) {
        server.reply(Reply.reset());
        InstancesApi api = settings.apply(Feign.builder()).target(InstancesApi.class, server.url());

        assertThat(catchThrowableOfType(TransportException.class, () -> api.createInstanceByPod(NEW))
                        .mayHaveTakenEffect())
                .isTrue();
        assertThat(server.requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("builders")
    void repeatsAReadAndReturnsItsResult(UnaryOperator<Feign.Builder> settings) {
        server.reply(Reply.json(503, ""), Reply.data(LIST));
        InstancesApi api = settings.apply(Feign.builder()).target(InstancesApi.class, server.url());

        assertThat(api.listInstances().payload().instanceList())
                .extracting(instance -> instance.instanceUuid())
                .containsExactly("i");
        assertThat(server.requests()).isEqualTo(2);
        assertThat(server.first().header("authorization")).isEqualTo("Bearer " + KEY);
    }

    @Test
    void throwsTheExceptionsOfTheClient() {
        server.reply(Reply.code(-1, "no such instance"));
        InstancesApi api = builder().target(InstancesApi.class, server.url());

        assertThatThrownBy(() -> api.destroyInstance(new InstanceReference("i")))
                .isInstanceOf(OperationFailedException.class)
                .hasMessageContaining("no such instance");
    }

    @Test
    void generatedInterfacesWriteQueriesWithoutIt() {
        List<Request> sent = new ArrayList<>();
        AccountApi api = Feign.builder()
                .client((request, options) -> {
                    sent.add(request);
                    return Response.builder()
                            .request(request)
                            .status(200)
                            .headers(Map.of())
                            .body("{}", StandardCharsets.UTF_8)
                            .build();
                })
                .decoder((response, type) -> null)
                .target(AccountApi.class, "http://localhost/api/open/v2");

        api.listBills("1", null, ChargeChannel.BALANCE, null);

        assertThat(sent.get(0).url()).isEqualTo("http://localhost/api/open/v2/bill/list?page=1&charge_channel=1");
    }

    /** Keeps what it would print. */
    private static final class Printed extends Logger {

        private final StringBuilder text = new StringBuilder();

        @Override
        @SuppressWarnings("AnnotateFormatMethod")
        protected void log(String configKey, String format, Object... args) {
            text.append(String.format(format, args)).append('\n');
        }
    }

    @Test
    void loggersOfFeignDoNotSeeTheKey() {
        String echo = "{\"balance\":1,\"card_balance\":2,\"echo\":\"" + KEY + "\"}";
        Printed logger = new Printed();
        Reply data = Reply.json(200, "{\"code\":0,\"msg\":\"\",\"data\":" + echo + "}", "X-Echo: " + KEY);
        server.reply(data, Reply.json(500, KEY));
        AccountApi api = builder().logger(logger).logLevel(Logger.Level.FULL).target(AccountApi.class, server.url());

        assertThat(api.getBalance().payload().balance()).isEqualByComparingTo("1");
        assertThatThrownBy(api::getBalance).isInstanceOf(ServerException.class);
        assertThat(logger.text)
                .contains("/balance/info", "card_balance", "[API key]")
                .doesNotContain(KEY);
    }

    @Test
    void sendsTheKeyToTheAddressOfTheTargetOnly() {
        try (FaultServer server = FaultServer.replying(Reply.balance());
                FaultServer other = FaultServer.replying(Reply.balance())) {
            AccountApi api = builder()
                    .requestInterceptor(request -> request.target(other.url()))
                    .target(AccountApi.class, server.url());

            assertThatThrownBy(api::getBalance)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("changed the address");
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void followsNoRedirect() {
        try (FaultServer other = FaultServer.replying(Reply.balance());
                var server = FaultServer.replying(Reply.json(307, "", "Location: " + other.url() + "/balance/info"))) {
            AccountApi api = builder().target(AccountApi.class, server.url());

            assertThatThrownBy(api::getBalance).isInstanceOf(UnexpectedResponseException.class);
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void sendsNoKeyOverPlainHttpToOtherMachines() {
        AccountApi api = builder().target(AccountApi.class, "http://example.invalid/api/open/v2");

        assertThatThrownBy(api::getBalance)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unencrypted");
    }

    @Test
    void passesWholeRequestsToTheClientOfTheBuilder() {
        List<Request> sent = new ArrayList<>();
        server.reply(Reply.balance());
        Client client = (request, options) -> {
            sent.add(request);
            return new Client.Default(null, null).execute(request, options);
        };
        builder()
                .client(client)
                .requestInterceptor(request -> request.header("X-Team", "a"))
                .target(AccountApi.class, server.url())
                .getBalance();

        assertThat(sent.get(0).requestTemplate().methodMetadata().method().getName())
                .isEqualTo("getBalance");
        assertThat(sent.get(0).headers())
                .containsOnlyKeys("Accept", "Authorization", "User-Agent", "X-Request-Id", "X-Team");
    }

    @Test
    void rejectsAsyncFeign() {
        assertThatThrownBy(() -> AsyncFeign.builder()
                        .addCapability(capability())
                        .target(AccountApi.class, "https://example.invalid"))
                .hasStackTraceContaining("Feign.builder() only");
    }

    @Test
    void rejectsSettingsThatBelongToTheBuilderOfFeign() {
        assertThatThrownBy(() -> GpuCloudFeign.of(GpuCloudClient.builder().baseUrl("https://HOST/api/open/v2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("builder of Feign");
    }

    /** An interface of a user, with operations that no document knows. */
    interface OwnApi {

        @RequestLine("GET /instance/list")
        TypedResponse<Envelope<InstanceList>> instances();

        @RequestLine("GET /balance/info")
        Map<String, Object> balance();

        @RequestLine("GET /region/{id}")
        Envelope<List<String>> zones(@Param("id") String id);

        @RequestLine("POST /region/select?channel={channel}")
        void select(@Param("channel") ChargeChannel channel);

        @RequestLine("POST /instance/create_by_pod")
        Response create(NewInstanceFromPod body);
    }

    private static OwnApi own(FaultServer server) {
        return TestClients.connect(server)
                .withOptions(options -> options.returnFailures(true))
                .api(OwnApi.class);
    }

    @Test
    void implementsInterfacesOfUsers() {
        server.withoutContract()
                .reply(
                        Reply.json(200, "{\"code\":0,\"msg\":\"\",\"data\":" + LIST + "}", "X-Cache: hit"),
                        Reply.balance(),
                        Reply.data("[\"a\",\"b\"]"),
                        Reply.done(),
                        Reply.code(1, "no"));
        OwnApi api = own(server);

        TypedResponse<Envelope<InstanceList>> instances = api.instances();
        assertThat(instances.status()).isEqualTo(200);
        assertThat(instances.headers().get("x-cache")).containsExactly("hit");
        assertThat(instances.body().payload().instanceList()).hasSize(1);
        assertThat(api.balance()).containsEntry("data", Map.of("balance", 1, "card_balance", 2));
        assertThat(api.zones("eu").data()).containsExactly("a", "b");
        api.select(ChargeChannel.COMPUTE_CARD);
        assertThat(server.received().get(3).target()).endsWith("/region/select?channel=2");
        assertThat(api.create(NEW).status()).isEqualTo(200);
    }

    @Test
    void neverRepeatsAnUndocumentedOperation() {
        server.withoutContract().reply(Reply.json(503, ""));
        var failure =
                catchThrowableOfType(ServerException.class, () -> own(server).zones("eu"));

        assertThat(server.requests()).isEqualTo(1);
        assertThat(failure.operation().isKnown()).isFalse();
        assertThat(failure).hasMessageStartingWith("zones: ").hasMessageContaining("GET");
        assertThat(failure.operation().path()).isEqualTo("/region/{id}");
    }

    @Test
    void neverRepeatsACreateRequestOfAnInterfaceOfUsers() {
        server.reply(Reply.reset());
        var failure =
                catchThrowableOfType(TransportException.class, () -> own(server).create(NEW));

        assertThat(server.requests()).isEqualTo(1);
        assertThat(failure.operation().id()).isEqualTo("createInstanceByPod");
    }

    /** A body whose class is incompatible with the version of Jackson. */
    public static final class Unwritable {

        /** Fails as a missing class does. */
        @SuppressWarnings("DoNotCallSuggester")
        public String getName() {
            throw new NoClassDefFoundError("com/fasterxml/jackson/annotation/Missing");
        }
    }

    /** Sends what cannot be written. */
    interface UnwritableApi {

        @RequestLine("POST /instance/create_by_pod")
        void create(Unwritable body);
    }

    @Test
    void saysThatNothingWasSentIfABodyCannotBeWritten() {
        server.reply(Reply.done());
        UnwritableApi api = TestClients.connect(server).api(UnwritableApi.class);

        assertThatThrownBy(() -> api.create(new Unwritable())).hasMessageContaining("nothing was sent");
        assertThat(server.connections()).isZero();
    }

    @Test
    void namesQuotesAroundAKeyThatIsRejected() {
        server.reply(Reply.json(401, "{\"code\":2,\"msg\":\"not logged in\"}"));
        try (GpuCloudClient client = TestClients.builder(server, new TestTime())
                .apiKey("'" + KEY + "'")
                .build()) {
            assertThatThrownBy(() -> client.billing().balance())
                    .hasMessageContaining("begins and ends with quotes")
                    .hasMessageNotContaining(KEY);
        }
    }

    @Test
    void acceptsAHostWithAnUnderscore() {
        GpuCloudClient.builder()
                .baseUrl("http://gpu_stub:8080/api/open/v2")
                .build()
                .close();

        assertThatThrownBy(() -> GpuCloudClient.builder().baseUrl("http://gpu stub/api"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
