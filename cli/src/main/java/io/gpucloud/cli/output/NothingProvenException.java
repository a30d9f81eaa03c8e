package io.gpucloud.cli.output;

import io.gpucloud.client.model.Instance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Nothing can be resumed, and nothing proves whose the candidates are. */
public final class NothingProvenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ArrayList<Instance> candidates;

    public NothingProvenException(List<Instance> candidates) {
        super("there is no instance to resume, but an ended process may have left one");
        this.candidates = new ArrayList<>(candidates);
    }

    List<Instance> candidates() {
        return Collections.unmodifiableList(candidates);
    }
}
