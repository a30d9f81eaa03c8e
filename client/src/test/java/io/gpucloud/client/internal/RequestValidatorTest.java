package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.model.NewInstanceFromPod;
import io.gpucloud.client.model.TitleUpdate;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import jakarta.validation.ConstraintViolationException;
import org.junit.jupiter.api.Test;

class RequestValidatorTest extends ClientTestBase {

    private static final String ROCKET = "\uD83D\uDE80";

    @Test
    @SuppressWarnings("NullAway")
    void aRequestWithoutARequiredMemberCannotBeBuilt() {
        assertThatNullPointerException()
                .isThrownBy(() -> new TitleUpdate(null, null))
                .withMessage("instance_uuid is missing");
        assertThatNullPointerException()
                .isThrownBy(() ->
                        NewInstanceFromPod.builder().podUuid("p").gpuUuid("g").build())
                .withMessage("gpu_nums is missing");
    }

    @Test
    void sendsNothingIfARequestViolatesConstraints() {
        server.reply(Reply.done());
        TitleUpdate update = new TitleUpdate(" ", ROCKET.repeat(51));

        assertThatThrownBy(() -> client.api(InstancesApi.class).updateInstanceTitle(update))
                .hasMessage(
                        "nothing was sent: instance_uuid must not be empty, title must be at most 50 characters long")
                .hasCauseInstanceOf(ConstraintViolationException.class);
        assertThat(server.requests()).isZero();
    }

    @Test
    void countsCharactersAsTheContractDoes() {
        server.reply(Reply.done());

        assertThatCode(() ->
                        client.api(InstancesApi.class).updateInstanceTitle(new TitleUpdate("i", ROCKET.repeat(50))))
                .doesNotThrowAnyException();
    }
}
