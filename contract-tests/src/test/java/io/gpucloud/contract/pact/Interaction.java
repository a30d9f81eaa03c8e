package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import au.com.dius.pact.consumer.dsl.PactBuilder;
import au.com.dius.pact.core.model.PactSpecVersion;
import au.com.dius.pact.core.model.V4Pact;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import java.util.function.Consumer;

/**
 * One interaction of the pact: the call of a program, the response of the service, and the result for the program.
 *
 * @param outcome the outcome, in words; together with the operation it is the name of the interaction
 * @param given the state before
 * @param expectation assertions on the result; they perform the call
 */
record Interaction<R>(
        ClientCall<R> call,
        String outcome,
        GivenState given,
        Reply reply,
        boolean isSuccess,
        Consumer<GpuCloudClient> expectation) {

    static <R> Interaction<R> succeeds(
            ClientCall<R> call, String outcome, GivenState given, Reply reply, Consumer<R> expectation) {
        return new Interaction<>(
                call,
                outcome,
                given,
                reply,
                true,
                client -> expectation.accept(call.program().apply(client)));
    }

    static <R, E extends GpuCloudException> Interaction<R> fails(
            ClientCall<R> call, String outcome, GivenState given, Reply reply, Class<E> with, Consumer<E> expectation) {
        return new Interaction<>(call, outcome, given, reply, false, client -> {
            E failure = catchThrowableOfType(with, () -> call.program().apply(client));
            expectation.accept(failure);
        });
    }

    String description() {
        return call.operation().id() + ": " + outcome;
    }

    V4Pact pact() {
        return new PactBuilder(Pacts.CONSUMER, Pacts.PROVIDER, PactSpecVersion.V4)
                .given(given.state(), given.parameters())
                .expectsToReceiveHttpInteraction(
                        description(),
                        interaction -> interaction.withRequest(call::describe).willRespondWith(reply::describe))
                .toPact();
    }
}
