package io.gpucloud.contract.kit.behaviour;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** Operations that only read, called without parameters. */
@KitTest
class Reads {

    @Test
    @Tag("listGpus")
    @Tag("not-found-code")
    void ofAnUnknownPathAreRejected(ServiceClient service) {
        Call call = service.prepare("listGpus", Map.of()).target("/no-such-path");
        service.sendUnchecked(call).failsWith("not-found-code");
    }

    @TestFactory
    Stream<DynamicNode> ofEveryOperation(ServiceClient service) {
        return ApiDocuments.PUBLIC_API.operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .filter(operation -> service.settings().selects(operation.id()))
                .map(operation -> {
                    String fact = operation.isPublic() ? "needs no key" : "returns a documented response";
                    Executable check = () -> service.call(operation.id()).succeeds();
                    return dynamicContainer(operation.id(), Stream.of(dynamicTest(fact, check)));
                });
    }
}
