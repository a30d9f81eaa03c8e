package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.CallFailure;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.lease.RefusalClassifier.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalClassifierTest {

    private final RefusalClassifier classifier = RefusalClassifier.byText();

    private static CallFailure said(ResultCode code, String text) {
        return CallFailure.of(ApiOperation.CREATE_INSTANCE_BY_POD).answered(200, code, text);
    }

    @ParameterizedTest
    @CsvSource({
        "CAPACITY, not enough free GPUs of this model",
        "CAPACITY, No capacity",
        "CAPACITY, Out of stock",
        "CAPACITY, SOLD OUT",
        "CAPACITY, no idle GPU of this model",
        "CAPACITY, there are no resources",
        "CAPACITY, Insufficient GPU resources",
        "CAPACITY, GPU is not available right now",
        "CAPACITY, 库存不足",
        "FUNDS, insufficient balance",
        "FUNDS, Insufficient balance for free GPUs",
        "FUNDS, no funds",
        "FUNDS, not enough on your compute cards for these GPUs",
        "FUNDS, 余额不足",
        "OTHER, the pod does not exist",
        "OTHER, the GPU model does not exist",
        "OTHER, no such GPU model",
        "OTHER, there are no such resources",
        "OTHER, come back on Monday",
        "OTHER, ''"
    })
    void guessesByText(Refusal refusal, String text) {
        assertThat(classifier.classify(new BadRequestException(said(ResultCode.REQUEST_ERROR, text))))
                .isEqualTo(refusal);
    }

    @Test
    void doesNotGuessAboutOtherFailures() {
        String text = "no capacity";

        assertThat(classifier.classify(new OperationFailedException(said(ResultCode.OPERATION_FAILED, text))))
                .isEqualTo(Refusal.OTHER);
        assertThat(classifier.classify(new BadRequestException(
                        said(ResultCode.REQUEST_ERROR, text), "invalid_parameter", "gpu_uuid", null)))
                .isEqualTo(Refusal.OTHER);
    }
}
