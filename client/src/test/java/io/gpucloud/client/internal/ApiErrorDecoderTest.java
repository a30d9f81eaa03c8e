package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ResourceNotFoundException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.UnexpectedResponseException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The exception for each response. */
class ApiErrorDecoderTest extends ClientTestBase {

    private static final String HTML = "<html></html>";

    /** The exceptions of a create request that is sent once. */
    private <T extends GpuCloudException> T failure(int status, String body, Class<T> type) {
        server.reply(Reply.json(status, body));
        return catchThrowableOfType(
                type,
                () -> client.withOptions(options -> options.maxAttempts(1))
                        .instances()
                        .create(TestClients.POD_SPEC));
    }

    private static String code(int code) {
        return "{\"code\":" + code + ",\"msg\":\"why\"}";
    }

    static Stream<Arguments> responses() {
        return Stream.of(
                Arguments.of(200, code(1), BadRequestException.class, false),
                Arguments.of(200, code(2), AuthenticationException.class, false),
                Arguments.of(200, code(-1), OperationFailedException.class, false),
                Arguments.of(200, code(-2), ServerException.class, true),
                Arguments.of(200, code(7), UnexpectedResponseException.class, true),
                Arguments.of(200, "{\"code\":-1,\"data\":[]}", OperationFailedException.class, false),
                Arguments.of(200, "{\"code\":\"-1\",\"msg\":null}", OperationFailedException.class, false),
                Arguments.of(200, "{\"code\":400,\"message\":\"why\"}", BadRequestException.class, false),
                Arguments.of(400, code(1), BadRequestException.class, false),
                Arguments.of(400, HTML, BadRequestException.class, false),
                Arguments.of(401, code(2), AuthenticationException.class, false),
                Arguments.of(401, "", AuthenticationException.class, false),
                Arguments.of(403, code(1), PermissionDeniedException.class, false),
                Arguments.of(404, code(1), ResourceNotFoundException.class, false),
                Arguments.of(404, HTML, ResourceNotFoundException.class, false),
                Arguments.of(405, code(1), BadRequestException.class, false),
                Arguments.of(413, code(1), BadRequestException.class, false),
                Arguments.of(418, HTML, UnexpectedResponseException.class, false),
                Arguments.of(429, code(1), RateLimitedException.class, false),
                Arguments.of(500, code(-2), ServerException.class, true),
                Arguments.of(500, code(1), ServerException.class, true),
                Arguments.of(503, HTML, ServerException.class, true),
                // Outside 400 to 499 the status decides, whatever the code says.
                Arguments.of(300, code(1), UnexpectedResponseException.class, true),
                Arguments.of(304, "", UnexpectedResponseException.class, true),
                Arguments.of(500, code(-1), ServerException.class, true),
                Arguments.of(599, HTML, ServerException.class, true),
                Arguments.of(600, code(1), UnexpectedResponseException.class, true),
                Arguments.of(600, HTML, UnexpectedResponseException.class, true),
                Arguments.of(999, code(-1), UnexpectedResponseException.class, true),
                // From 400 to 499 it has not taken effect, except for 408.
                Arguments.of(408, HTML, ServerException.class, true),
                Arguments.of(408, code(1), ServerException.class, true),
                Arguments.of(409, code(-1), OperationFailedException.class, false),
                Arguments.of(409, code(-2), ServerException.class, false),
                Arguments.of(451, HTML, UnexpectedResponseException.class, false),
                Arguments.of(499, HTML, UnexpectedResponseException.class, false),
                // With an undocumented code in a response of HTTP 200, or an unreadable response, it may have taken
                // effect.
                Arguments.of(201, code(1), BadRequestException.class, false),
                Arguments.of(200, code(3), UnexpectedResponseException.class, true),
                Arguments.of(200, code(-3), UnexpectedResponseException.class, true),
                // The number of an HTTP status as the code of a success means that status. Code 429 does not show
                // whether the
                // service inspected the request before it limited the rate.
                Arguments.of(200, code(400), BadRequestException.class, false),
                Arguments.of(200, code(401), AuthenticationException.class, false),
                Arguments.of(200, code(403), PermissionDeniedException.class, false),
                Arguments.of(200, code(404), ResourceNotFoundException.class, false),
                Arguments.of(200, code(429), RateLimitedException.class, true),
                Arguments.of(200, code(500), ServerException.class, true),
                Arguments.of(200, "{\"code\":\"429\",\"msg\":\"why\"}", RateLimitedException.class, true),
                Arguments.of(409, code(429), RateLimitedException.class, false),
                Arguments.of(200, code(503), UnexpectedResponseException.class, true),
                Arguments.of(200, "{\"code\":1,\"msg\":\"cut o", UnexpectedResponseException.class, true),
                Arguments.of(200, "{\"code\":1}{\"code\":0}", UnexpectedResponseException.class, true),
                Arguments.of(200, "", UnexpectedResponseException.class, true),
                Arguments.of(200, HTML, UnexpectedResponseException.class, true));
    }

    @ParameterizedTest(name = "HTTP {0} {1}")
    @MethodSource("responses")
    void everyOutcomeHasASubclass(int status, String body, Class<? extends GpuCloudException> type, boolean inDoubt) {
        GpuCloudException failure = failure(status, body, GpuCloudException.class);

        assertThat(failure).isExactlyInstanceOf(type).hasNoCause();
        assertThat(failure.mayHaveTakenEffect()).isEqualTo(inDoubt);
        assertThat(failure.operation()).isEqualTo(ApiOperation.CREATE_INSTANCE_BY_POD);
        assertThat(failure.httpStatus()).hasValue(status);
        assertThat(failure.rawBody()).hasValue(body);
        assertThat(failure.attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource({
        "io.gpucloud.client.internal.RetryTest#operationsNeverSentTwice",
        "io.gpucloud.client.internal.RetryTest#operationsSafeToRepeat"
    })
    void rejectionsHaveTheSameSubclassForEveryOperation(Consumer<GpuCloudClient> call) {
        List<Class<?>> thrown = new ArrayList<>();
        for (Reply rejection : List.of(
                Reply.code(1, "why"),
                Reply.json(400, "{\"code\":400,\"message\":\"why\"}"),
                Reply.code(-1, "why"),
                Reply.json(401, code(2)),
                Reply.json(403, code(1)),
                Reply.json(404, code(1)))) {
            server.reply(rejection);
            GpuCloudException failure = catchThrowableOfType(GpuCloudException.class, () -> call.accept(client));
            thrown.add(failure.getClass());
            assertThat(failure.mayHaveTakenEffect()).isFalse();
            assertThat(failure.serverMessage()).hasValue("why");
        }
        assertThat(thrown)
                .containsExactly(
                        BadRequestException.class,
                        BadRequestException.class,
                        OperationFailedException.class,
                        AuthenticationException.class,
                        PermissionDeniedException.class,
                        ResourceNotFoundException.class);
    }

    @Test
    void nameTheResourceAndThePathForHttp404() {
        assertThat(failure(404, HTML, ResourceNotFoundException.class))
                .hasMessageContaining("the instance or image does not exist, or the path is wrong");
    }

    @Test
    void containCodeAndMessageOfTheService() {
        GpuCloudException failure = failure(200, code(-1), GpuCloudException.class);

        assertThat(failure.code()).hasValue(ResultCode.OPERATION_FAILED);
        assertThat(failure.serverMessage()).hasValue("why");
        assertThat(failure.summary()).isEqualTo("why");
        assertThat(failure)
                .hasMessage("createInstanceByPod: why (POST " + failure.url().orElseThrow() + ", HTTP 200, code -1,"
                        + " request ID " + failure.requestId().orElseThrow() + ")");
    }

    @Test
    void messagesSayThatTheRequestMayHaveTakenEffect() {
        assertThat(failure(500, code(-2), ServerException.class))
                .hasMessageStartingWith("createInstanceByPod: why (POST http://127.0.0.1:")
                .hasMessageContaining(", HTTP 500, code -2, may have taken effect, ");
    }

    @Test
    void keepAtMost8KiBOfTheBody() {
        String body = "{\"code\":1,\"msg\":\"" + "x".repeat(20_000) + "\"}";

        GpuCloudException failure = failure(200, body, GpuCloudException.class);

        assertThat(failure.rawBody()).hasValue(body.substring(0, FailureDetails.MAX_RAW_BODY));
        assertThat(failure.getMessage()).hasSizeLessThan(750);
    }

    @Test
    void messagesAreShortIfTheDetailsOfAParameterAreLong() {
        String body = "{\"code\":400,\"message\":\"" + "x".repeat(200) + "\",\"data\":{\"field\":\"f\",\"details\":\""
                + "y".repeat(20_000) + "\"}}";

        assertThat(failure(400, body, BadRequestException.class).getMessage()).hasSizeLessThan(750);
    }

    @Test
    void messagesAreShortIfAnUnreadableResponseIsLong() {
        Reply unreadable =
                Reply.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + "z".repeat(5_000) + "\r\n");
        server.reply(unreadable);
        GpuCloudException failure = catchThrowableOfType(
                TransportException.class, () -> client.billing().balance());

        assertThat(failure.getMessage()).hasSizeLessThan(750).contains("zzz");
    }

    @Test
    void sayWhetherTheKeyIsTheReason() {
        assertThat(List.of(401, 403))
                .allSatisfy(status -> assertThat(failure(status, code(1), GpuCloudException.class)
                                .isAccessDenied())
                        .isTrue());
        assertThat(List.of(400, 404, 429, 500))
                .allSatisfy(status -> assertThat(failure(status, code(1), GpuCloudException.class)
                                .isAccessDenied())
                        .isFalse());
    }

    @Nested
    class InTheAlternativeForm {

        @Test
        void nameTheParameter() {
            BadRequestException failure = failure(
                    400,
                    "{\"code\":400,\"message\":\"bad request parameters\",\"data\":{\"error\":\"invalid_parameter\","
                            + "\"details\":\"must not be empty\",\"field\":\"pod_uuid\"}}",
                    BadRequestException.class);

            assertThat(failure.error()).hasValue("invalid_parameter");
            assertThat(failure.field()).hasValue("pod_uuid");
            assertThat(failure.details()).hasValue("must not be empty");
            assertThat(failure.serverMessage()).hasValue("bad request parameters");
            assertThat(failure.code()).hasValue(ResultCode.of(400));
            assertThat(failure)
                    .hasMessageStartingWith(
                            "createInstanceByPod: bad request parameters: pod_uuid must not be empty (POST ")
                    .hasMessageContaining(", HTTP 400, code 400, ");
        }

        @Test
        void returnMembersOfAnyTypeAsText() {
            BadRequestException failure = failure(
                    400,
                    "{\"code\":400,\"message\":5,\"data\":{\"details\":[\"a\",\"b\"],\"field\":null}}",
                    BadRequestException.class);

            assertThat(failure.details()).hasValue("[\"a\",\"b\"]");
            assertThat(failure.field()).isEmpty();
            assertThat(failure.serverMessage()).hasValue("5");
        }
    }
}
