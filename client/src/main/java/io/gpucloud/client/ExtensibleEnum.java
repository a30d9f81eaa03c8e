package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A number of the service that may get new values. Each subclass has a constant for every known value. Its {@code of}
 * returns that constant, so you can compare with {@code ==}. A value that this client does not know is kept as it is;
 * all such values have the name {@code UNKNOWN}, and equal ones are {@code equals}.
 */
public abstract sealed class ExtensibleEnum implements Serializable
        permits ChargeChannel, GpuStatus, InstanceStatus, ResultCode, SaveImageStatus {

    private static final long serialVersionUID = 1L;

    static final String UNKNOWN = "UNKNOWN";

    private final int value;
    private final String name;

    ExtensibleEnum(int value, String name) {
        this.value = value;
        this.name = name;
    }

    /** {@return the number in JSON, as the service sent it} */
    @JsonValue
    public final int value() {
        return value;
    }

    /**
     * {@return the name of the constant, for {@code switch}; {@code UNKNOWN} if this client does not know the value}
     */
    public final String name() {
        return name;
    }

    /** {@return whether this client knows the value} */
    public final boolean isKnown() {
        return !name.equals(UNKNOWN);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof ExtensibleEnum open && open.getClass() == getClass() && open.value == value;
    }

    @Override
    public final int hashCode() {
        return value;
    }

    /** {@return name and number for people, such as {@code RUNNING (2)}} */
    @Override
    public final String toString() {
        return name + " (" + value + ")";
    }
}
