package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.PermissionDeniedException;
import java.util.stream.Stream;

/** Keys that the service rejects: HTTP 401 for each operation that needs a key, HTTP 403 for each write. */
final class KeyPacts {

    private KeyPacts() {}

    static Stream<Interaction<?>> all() {
        return ClientCalls.OF_EVERY_OPERATION.stream()
                .filter(call -> call.operation().secured())
                .flatMap(KeyPacts::ofCall);
    }

    private static Stream<Interaction<?>> ofCall(ClientCall<?> call) {
        return call.operation().method().equals("GET")
                ? Stream.of(rejected(call, 401, "the key has expired", AuthenticationException.class))
                : Stream.of(
                        rejected(call, 401, "the key is disabled", AuthenticationException.class),
                        rejected(call, 403, "the key may only read", PermissionDeniedException.class));
    }

    private static <R> Interaction<R> rejected(
            ClientCall<R> call, int status, String state, Class<? extends GpuCloudException> with) {
        return Interaction.fails(
                call, status + " when " + state, GivenState.of(state), Reply.error(status, 1), with, failure -> {
                    assertThat(failure.httpStatus()).hasValue(status);
                    assertThat(failure.mayHaveTakenEffect()).isFalse();
                });
    }
}
