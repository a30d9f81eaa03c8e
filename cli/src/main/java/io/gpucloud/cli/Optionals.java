package io.gpucloud.cli;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Values that a caller may leave out. */
final class Optionals {

    private Optionals() {}

    static <T> void ifPresent(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
