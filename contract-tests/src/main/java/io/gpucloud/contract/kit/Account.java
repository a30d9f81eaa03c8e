package io.gpucloud.contract.kit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The account that a fact asks for, and what the fact has done there that must be undone. */
final class Account {

    private final @Nullable String key;
    private final Set<String> instances = new LinkedHashSet<>();
    private final List<String> faults = new ArrayList<>();

    Account(@Nullable String key) {
        this.key = key;
    }

    @Nullable
    String key() {
        return key;
    }

    /** Keeps in mind what was created and what is gone again. */
    void note(Answer answer) {
        if (!answer.isSuccess()) {
            return;
        }
        String operation = answer.call().operation().id();
        if (operation.startsWith("createInstance")) {
            instances.add(answer.at("/data/instance_uuid").asString(""));
        }
    }

    void gone(String instance) {
        instances.remove(instance);
    }

    void faultSet(String id) {
        faults.add(id);
    }

    /** Whether a fault was set, so that an answer may be the fault. */
    boolean isFaulty() {
        return !faults.isEmpty();
    }

    List<String> faults() {
        return List.copyOf(faults);
    }

    /** Instances that were created and are not known to be gone. */
    List<String> instances() {
        return List.copyOf(instances);
    }
}
