package io.gpucloud.contract.kit;

import io.gpucloud.openapi.OpenApiOperation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The account that a test uses, with everything that the test created there and the cleanup must remove. */
final class AccountUnderTest {

    /** The result code of a call that may have taken effect. */
    private static final int FAILED = -2;

    private final @Nullable String key;
    private final Set<String> instances = new LinkedHashSet<>();

    AccountUnderTest(@Nullable String key) {
        this.key = key;
    }

    @Nullable
    String key() {
        return key;
    }

    /** Whether a call may create an instance. */
    static boolean creates(Call call) {
        OpenApiOperation operation = call.operation();
        return operation.id().startsWith("createInstance") && call.method().equals(operation.method());
    }

    /** Whether the response to a create request leaves open if an instance was created, or which one. */
    static boolean isUnclear(ServiceResponse response) {
        int code = response.at("/code").asInt(0);
        boolean nameless = code == 0 && created(response).isEmpty();
        return response.status() >= 500 || code == FAILED || (response.status() / 100 == 2 && nameless);
    }

    private static String created(ServiceResponse response) {
        return response.at("/data/instance_uuid").asString("");
    }

    /** Records a created instance, even if the response says that the creation failed. */
    void note(ServiceResponse response) {
        if (creates(response.call()) && !created(response).isEmpty()) {
            instances.add(created(response));
        }
    }

    void gone(String instance) {
        instances.remove(instance);
    }

    /** Instances that were created and are not known to be destroyed. */
    List<String> instances() {
        return List.copyOf(instances);
    }
}
