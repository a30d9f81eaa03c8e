package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Availability of a GPU model. <strong>The documentation of the service does not show the values.</strong> That 1 means
 * available and 0 means unavailable is the assumption {@code gpu-status}. The service may use other numbers, and a
 * model that is available now may be rented out a moment later, so be ready for a rejected create request.
 */
public final class GpuStatus extends ExtensibleEnum {

    private static final long serialVersionUID = 1L;

    /** At least one GPU of the model is free, by assumption {@code gpu-status}. */
    public static final GpuStatus AVAILABLE = new GpuStatus(1, "AVAILABLE");

    /** No GPU of the model is free, by assumption {@code gpu-status}. */
    public static final GpuStatus UNAVAILABLE = new GpuStatus(0, "UNAVAILABLE");

    private GpuStatus(int value, String name) {
        super(value, name);
    }

    /**
     * {@return the constant of a number, or a value that keeps the number if this client does not know it}
     *
     * @param value the number in JSON
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static GpuStatus of(int value) {
        return switch (value) {
            case 1 -> AVAILABLE;
            case 0 -> UNAVAILABLE;
            default -> new GpuStatus(value, UNKNOWN);
        };
    }

    /** Deserialization returns the constant of a known value. */
    private Object readResolve() {
        return of(value());
    }

    /**
     * {@return whether a GPU of the model is free, by assumption {@code gpu-status}: true for 1, false for other
     * numbers}
     */
    public boolean isAvailable() {
        return value() == AVAILABLE.value();
    }
}
