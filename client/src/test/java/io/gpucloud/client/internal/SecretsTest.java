package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import feign.FeignException;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.Envelope;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.InstanceList;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

/** The API key is only in the request, even if everything is logged and the service repeats the key. */
@Isolated("reads the logs of all that runs")
class SecretsTest extends ClientTestBase {

    private static final String KEY = TestClients.KEY;

    @AutoClose
    private final CapturedLog log = new CapturedLog(Logger.ROOT_LOGGER_NAME, Level.TRACE);

    static Stream<Reply> repliesThatRepeatTheKey() {
        return Stream.of(
                Reply.json(401, "{\"code\":2,\"msg\":\"bad key " + KEY + "\"}", "WWW-Authenticate: Bearer " + KEY),
                Reply.json(
                        400,
                        "{\"code\":400,\"message\":\"" + KEY + "\",\"data\":{\"error\":\"" + KEY + "\",\"field\":\""
                                + KEY + "\",\"details\":\"" + KEY + "\"}}"),
                Reply.json(200, "{\"code\":0,\"data\":{\"balance\":\"" + KEY + "\"}}"),
                Reply.json(200, KEY),
                Reply.json(200, " ".repeat(8 * 1024 - 5) + KEY),
                Reply.json(200, "\u4e2d".repeat(3 * 1024 - 4) + KEY),
                Reply.json(500, KEY, "X-Debug: " + KEY),
                Reply.json(302, "", "Location: http://127.0.0.1:1/" + KEY),
                Reply.raw("HTTP/1.1 " + KEY + "\r\n\r\n"),
                Reply.raw("HTTP/1.1 200 OK\r\n" + KEY + "\r\n\r\n"),
                Reply.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + KEY + "\r\n"),
                Reply.reset(),
                Reply.truncated("{"));
    }

    @ParameterizedTest
    @MethodSource("repliesThatRepeatTheKey")
    void isInNoExceptionAndNoLog(Reply reply) {
        server.reply(reply);
        Throwable failure = catchThrowable(() -> client.billing().balance());

        assertThat(server.first().header("authorization")).isEqualTo("Bearer " + KEY);
        assertThat(everythingIn(failure)).noneMatch(text -> text.contains(KEY.substring(0, 12)));
        assertThat(log.messages()).isNotEmpty().noneMatch(text -> text.contains(KEY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a-key/of\"many\\kinds~",
                "a-key\\/of\\\"many\\\\kinds~",
                "\\u0061-key\\u002Fof\\u0022many\\u005ckinds~"
            })
    void isInNoExceptionInAnyEscapedForm(String written) {
        server.reply(Reply.json(500, "[" + written + "]"));
        GpuCloudClient client = client(builder -> builder.apiKey("a-key/of\"many\\kinds~"));
        Throwable failure = catchThrowable(() -> client.billing().balance());

        assertThat(((GpuCloudException) failure).rawBody()).hasValue("[[API key]]");
    }

    static Stream<Named<String>> formsOfTheKey() {
        String key = "sk-4f9aQ7+Zt2/m81xW";
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        byte[] named = ("user:" + key).getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                Named.of("without its first character", key.substring(1)),
                Named.of("without its ends", key.substring(3, key.length() - 3)),
                Named.of("in upper case", key.toUpperCase(Locale.ROOT)),
                Named.of("in a URL", URLEncoder.encode(key, StandardCharsets.UTF_8)),
                Named.of("in hexadecimal", HexFormat.of().formatHex(bytes)),
                Named.of("in Base64", Base64.getEncoder().encodeToString(bytes)),
                Named.of("in Base64 for URLs", Base64.getUrlEncoder().encodeToString(bytes)),
                Named.of("in Base64 with a name", Base64.getEncoder().encodeToString(named)));
    }

    @ParameterizedTest
    @MethodSource("formsOfTheKey")
    void isInNoExceptionInPartOrEncoded(String written) {
        server.reply(Reply.json(401, "{\"code\":2,\"msg\":\"no account has <" + written + ">\"}"));
        GpuCloudClient client = client(builder -> builder.apiKey("sk-4f9aQ7+Zt2/m81xW"));
        Throwable failure = catchThrowable(() -> client.billing().balance());

        assertThat(((GpuCloudException) failure).serverMessage().orElseThrow())
                .matches("no account has <.{0,10}\\[API key].{0,10}>");
        for (int start = 0; start + 10 <= written.length(); start++) {
            String part = written.substring(start, start + 10);
            assertThat(everythingIn(failure)).noneMatch(text -> text.contains(part));
        }
    }

    /** A part of a short key may be a word. */
    @Test
    void isMaskedAsAWholeIfItIsShort() {
        server.reply(Reply.json(500, "[my-account] [MY-ACCOUNT] [account]"));
        GpuCloudClient client = client(builder -> builder.apiKey("my-account"));
        Throwable failure = catchThrowable(() -> client.billing().balance());

        assertThat(((GpuCloudException) failure).rawBody()).hasValue("[[API key]] [[API key]] [account]");
    }

    /** Also if the response, or its kept part, ends within the password. */
    @ParameterizedTest
    @ValueSource(strings = {"s3cret-pass", "s3cret-\\\"pass", "s3cret-\\u0070ass"})
    void noExceptionHasThePasswordOfAnInstance(String password) {
        String body = "{\"ssh_info\":{\"username\":\"root\",\"password\" : \"" + password;
        server.reply(Reply.json(500, body));
        Throwable failure = catchThrowable(() -> client.billing().balance());

        assertThat(everythingIn(failure)).noneMatch(text -> text.contains("s3cret"));
        assertThat(((GpuCloudException) failure).rawBody().orElseThrow())
                .endsWith("\"username\":\"root\",\"password\" : \"***");
    }

    /** Members that the contract does not declare can have secrets, however deep. */
    @Test
    void noToStringHasThePasswordOfAnInstance() {
        server.reply(Reply.json(200, """
                {"code":0,"msg":"","password":"s3cret-1","data":{"instance_list":[{"instance_uuid":"i","status":2,
                "title":"","server_url":[],"Password":"s3cret-2","server_map":[
                {"port_type":"ssh","ssh_info":{"username":"root","password":"s3cret-3"}}]}]}}"""));
        Envelope<InstanceList> response = client.api(InstancesApi.class).listInstances();
        Map<String, ?> additional = response.payload().instanceList().get(0).additional();

        assertThat(List.of(response, response.additional(), additional))
                .allSatisfy(part ->
                        assertThat(part.toString()).doesNotContain("s3cret").contains("***"));
        assertThat(additional.get("Password")).isEqualTo("s3cret-2");
        assertThat(additional.get("server_map"))
                .hasToString("[{port_type=ssh, ssh_info={username=root, password=***}}]");
    }

    @Test
    void isInNoLogOfASuccess() {
        server.reply(Reply.balance());
        client.billing().balance();

        assertThat(log.messages()).noneMatch(text -> text.contains(KEY));
        assertThat(log.messages())
                .anyMatch(text -> text.matches("GET /balance/info attempt 1: success in \\d+ ms .*")
                        && text.contains("Content-Type=application/json"));
    }

    @Test
    void isInNoHeaderThatIsLoggedOrReported() {
        List<CallListener.Attempt> told = new ArrayList<>();
        CallListener listener = operation -> new CallListener.Call() {
            @Override
            public void attempted(CallListener.Attempt attempt) {
                told.add(attempt);
            }
        };
        Reply repeating = Reply.json(200, "{\"code\":0}", "X-Request-Id: " + KEY, "Server: for " + KEY);
        server.reply(repeating);
        GpuCloudClient client = client(builder -> builder.listener(listener));
        client.instances().start("i");

        assertThat(log.messages()).isNotEmpty().noneMatch(text -> text.contains(KEY));
        assertThat(told).hasSize(1);
        assertThat(told.get(0).headers())
                .containsEntry("X-Request-Id", "[API key]")
                .containsEntry("Server", "for [API key]");
    }

    @Test
    void isInNoCauseOfATransportThatRepeatsTheRequest() {
        server.reply(Reply.done());
        GpuCloudClient client = client(builder -> builder.transport((request, options) -> {
            throw new IOException("broken", new IllegalStateException(request.toString()));
        }));
        Throwable failure = catchThrowable(() -> client.billing().balance());

        assertThat(everythingIn(failure)).noneMatch(text -> text.contains(KEY));
    }

    @Test
    void isInNoCauseIfATransportThrowsAnExceptionOfFeign() {
        server.reply(Reply.done());
        GpuCloudClient client = client(builder -> builder.transport((request, options) -> {
            throw new FeignException.ServiceUnavailable(request.toString(), request, new byte[0], request.headers());
        }));
        Throwable failure = catchThrowable(() -> client.billing().balance());

        assertThat(failure).isInstanceOf(GpuCloudException.class).hasNoCause();
        assertThat(everythingIn(failure)).noneMatch(text -> text.contains(KEY));
    }

    @Test
    void isNotInToString() {
        server.reply(Reply.done());
        assertThat(ApiKey.of(KEY)).hasToString("ApiKey[...cdef]");
        assertThat(ApiKey.of("short-key")).hasToString("ApiKey[...]");
        assertThat(client.toString() + client.instances() + client.billing()).doesNotContain(KEY);
    }

    private static List<String> everythingIn(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        GpuCloudException told = (GpuCloudException) failure;
        return List.of(
                trace.toString(),
                told.failure().toString(),
                told.rawBody().orElse(""),
                told.serverMessage().orElse(""));
    }
}
