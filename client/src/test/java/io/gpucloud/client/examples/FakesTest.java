package io.gpucloud.client.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.Listing;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.Instances;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A fake of the client needs only its interfaces, the builders of records, and the public exceptions. */
class FakesTest {

    @Test
    void replaceTheService() {
        Instance busy = Instance.builder()
                .instanceUuid("i-1")
                .title("render")
                .status(InstanceStatus.RUNNING)
                .build();
        FailureDetails refusal = FailureDetails.of(ApiOperation.DESTROY_INSTANCE)
                .answered(200, ResultCode.OPERATION_FAILED, "still uploading");
        Instances fake = fake(List.of(busy), new OperationFailedException(refusal));

        assertThat(ProgramUnderTest.destroyAll(fake, "render")).isEqualTo(1);
    }

    /** A simple replacement for a mocking library. */
    private static Instances fake(List<Instance> listed, RuntimeException onDestroy) {
        return (Instances) Proxy.newProxyInstance(
                Instances.class.getClassLoader(), new Class<?>[] {Instances.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("list")) {
                        return Listing.of(listed);
                    }
                    throw onDestroy;
                });
    }
}
