package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ResourceNotFoundException;
import io.gpucloud.client.error.ServerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The error responses of every operation. */
final class FailurePacts {

    private static final Set<ApiOperation> CAN_BE_REPEATED =
            Set.of(ApiOperation.SET_SHUTDOWN_TIMER, ApiOperation.UPDATE_INSTANCE_TITLE);

    private FailurePacts() {}

    static Stream<Interaction<?>> all() {
        return ClientCalls.OF_EVERY_OPERATION.stream().flatMap(call -> ofCall(call).stream());
    }

    private static <R> List<Interaction<R>> ofCall(ClientCall<R> call) {
        GivenState missing = forced(call, "the next request is not found");
        Reply withTime = Reply.envelope(429, 1).withHeader("Retry-After", "[0-9]+", "3");
        Stream<Interaction<R>> always = Stream.of(
                badParameters(call),
                refused(call, "404", missing, Reply.envelope(404, 1), 1, ResourceNotFoundException.class),
                tooMany(call, "429 with the seconds to wait", 3, withTime, Duration.ofSeconds(3)),
                tooMany(call, "429 without saying how long to wait", -1, Reply.envelope(429, 1), null),
                broken(call),
                refused(call, -1, OperationFailedException.class),
                refused(call, 1, BadRequestException.class));
        Stream<Interaction<R>> withKey = call.operation().secured()
                ? Stream.of(
                        unauthenticated(call, "the key is disabled"),
                        unauthenticated(call, "the key has expired"),
                        forbidden(call))
                : Stream.empty();
        return Stream.concat(always, withKey).toList();
    }

    private static <R> Interaction<R> unauthenticated(ClientCall<R> call, String state) {
        Reply reply = Reply.envelope(401, 2).withHeader("WWW-Authenticate", "Bearer.*", "Bearer");
        return refused(call, "401 when " + state, GivenState.of(state), reply, 2, AuthenticationException.class);
    }

    private static <R> Interaction<R> forbidden(ClientCall<R> call) {
        var given = GivenState.of(isRead(call) ? "the key may do nothing that is asked next" : "the key may only read");
        Reply reply = Reply.envelope(403, 1);
        return refused(call, "403 when the key may not do it", given, reply, 1, PermissionDeniedException.class);
    }

    private static <R> Interaction<R> badParameters(ClientCall<R> call) {
        return Interaction.fails(
                call,
                "400 in the alternative form",
                forced(call, "the next request has bad parameters"),
                Reply.badParameters(),
                BadRequestException.class,
                failure -> {
                    assertRefused(failure, 400, 400);
                    assertThat(failure.details()).contains("must not be empty");
                });
    }

    private static <R> Interaction<R> tooMany(
            ClientCall<R> call, String outcome, int seconds, Reply reply, @Nullable Duration expected) {
        GivenState given = forced(call, "the next request is one too many").with("retry_after", seconds);
        return Interaction.fails(call, outcome, given, reply, RateLimitedException.class, failure -> {
            assertRefused(failure, 429, 1);
            assertThat(failure.retryAfter()).isEqualTo(Optional.ofNullable(expected));
        });
    }

    private static <R> Interaction<R> broken(ClientCall<R> call) {
        boolean outcomeUnknown = !isRead(call) && !CAN_BE_REPEATED.contains(call.operation());
        return Interaction.fails(
                call,
                "500",
                forced(call, "the next request fails inside the service"),
                Reply.envelope(500, -2),
                ServerException.class,
                failure -> {
                    assertThat(failure.httpStatus()).hasValue(500);
                    assertThat(failure.code()).contains(ResultCode.of(-2));
                    if (outcomeUnknown) {
                        assertThat(failure.mayHaveTakenEffect()).isTrue();
                    }
                });
    }

    private static <R> Interaction<R> refused(ClientCall<R> call, int code, Class<? extends GpuCloudException> with) {
        GivenState given =
                forced(call, "the next request is refused").with("code", code).with("msg", Reply.MESSAGE);
        return refused(call, "refused with code " + code, given, Reply.envelope(200, code), code, with);
    }

    private static <R> Interaction<R> refused(
            ClientCall<R> call,
            String outcome,
            GivenState given,
            Reply reply,
            int code,
            Class<? extends GpuCloudException> with) {
        return Interaction.fails(
                call, outcome, given, reply, with, failure -> assertRefused(failure, reply.status(), code));
    }

    /** An error with an explanation of the service, so that the request had no effect. */
    private static void assertRefused(GpuCloudException failure, int status, int code) {
        assertThat(failure.httpStatus()).hasValue(status);
        assertThat(failure.code()).contains(ResultCode.of(code));
        assertThat(failure.serverMessage()).contains(Reply.MESSAGE);
        assertThat(failure.mayHaveTakenEffect()).isFalse();
    }

    /** A provider state that applies to the next request, with or without a key. */
    private static GivenState forced(ClientCall<?> call, String state) {
        return call.operation().secured()
                ? GivenState.of(state)
                : GivenState.of(state, "operation", call.operation().id());
    }

    private static boolean isRead(ClientCall<?> call) {
        return call.operation().method().equals("GET");
    }
}
