package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;

/** Assertions about responses of {@code /__admin}. */
final class AdminAssertions {

    private AdminAssertions() {}

    static void assertProblem(Answer answer, int status, String member, String detail) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.at("/member").asString("")).isEqualTo(member);
        assertThat(answer.textAt("/detail")).isEqualTo(detail);
    }
}
