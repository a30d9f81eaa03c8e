package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import au.com.dius.pact.consumer.dsl.PactBuilder;
import au.com.dius.pact.core.model.PactSpecVersion;
import au.com.dius.pact.core.model.V4Pact;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.OperationFailedException;
import java.util.List;
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
            ClientCall<R> call,
            String outcome,
            GivenState given,
            Reply reply,
            Class<E> with,
            Consumer<? super E> expectation) {
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

    /** A list or page with records. */
    static <T> Interaction<List<T>> lists(
            ClientCall<List<T>> call, String outcome, GivenState given, Consumer<LambdaDslObject> records) {
        return succeeds(
                call,
                outcome,
                given,
                Reply.success(records),
                list -> assertThat(list).isNotEmpty());
    }

    /** A list or page without records. */
    static <T> Interaction<List<T>> listsNothing(
            ClientCall<List<T>> call, String outcome, GivenState given, String list) {
        return succeeds(
                call,
                outcome,
                given,
                Reply.success(RecordMatchers.none(list)),
                nothing -> assertThat(nothing).isEmpty());
    }

    /** The record does not exist, or its state does not allow the call. */
    static <R> Interaction<R> failed(ClientCall<R> call, String outcome, GivenState given) {
        return fails(call, outcome, given, Reply.failure(-1), OperationFailedException.class, Interaction::hasNoEffect);
    }

    /** A business error, such as insufficient funds, for which no code is documented. */
    static <R> Interaction<R> refused(ClientCall<R> call, String outcome, GivenState given) {
        return fails(call, outcome, given, Reply.failureOfAnyCode(), GpuCloudException.class, Interaction::hasNoEffect);
    }

    private static void hasNoEffect(GpuCloudException failure) {
        assertThat(failure.mayHaveTakenEffect()).isFalse();
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
