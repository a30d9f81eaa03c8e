package io.gpucloud.stub.cluster;

import java.io.Serializable;
import java.util.concurrent.Callable;

/** An errand on its way. */
final class Task implements Callable<Parcel>, Serializable {

    private static final long serialVersionUID = 1L;

    private final transient Errand errand;
    private final transient Here here;

    Task(Errand errand, Here here) {
        this.errand = errand;
        this.here = here;
    }

    Errand errand() {
        return errand;
    }

    @Override
    public Parcel call() {
        return new Parcel(errand.run(here));
    }
}
