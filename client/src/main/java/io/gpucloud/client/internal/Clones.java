package io.gpucloud.client.internal;

import java.util.concurrent.Callable;

/** Copies objects that are {@link Cloneable}, so that no copy forgets a field. */
public final class Clones {

    private Clones() {}

    /** Returns what {@code clone} returns, which never fails in a class that is {@link Cloneable}. */
    public static <T> T of(Callable<T> clone) {
        try {
            return clone.call();
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
