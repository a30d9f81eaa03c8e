package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import au.com.dius.pact.consumer.dsl.PactBuilder;
import au.com.dius.pact.core.model.PactSpecVersion;
import au.com.dius.pact.core.model.V4Pact;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.OperationFailedException;
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

    /** A command that succeeds. */
    static Interaction<String> done(ClientCall<String> call, String outcome, GivenState given) {
        return succeeds(
                call, outcome, given, Reply.success(), done -> assertThat(done).isEqualTo("done"));
    }

    /** The record does not exist, or its state does not allow the call. */
    static <R> Interaction<R> failed(ClientCall<R> call, String outcome, GivenState given) {
        return fails(
                call,
                outcome,
                given,
                Reply.envelope(200, -1),
                OperationFailedException.class,
                failure -> assertThat(failure.mayHaveTakenEffect()).isFalse());
    }

    static <R> Interaction<R> badParameter(ClientCall<R> call, String outcome, GivenState given, String field) {
        return fails(
                call,
                outcome,
                given,
                Reply.badParameter(field),
                BadRequestException.class,
                failure -> assertThat(failure.field()).contains(field));
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
