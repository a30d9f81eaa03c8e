package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Progress of saving an image. */
public final class SaveImageStatus extends ExtensibleEnum {

    private static final long serialVersionUID = 1L;

    /** The image is uploading. */
    public static final SaveImageStatus UPLOADING = new SaveImageStatus(1, "UPLOADING");

    /** The upload has succeeded. */
    public static final SaveImageStatus SUCCEEDED = new SaveImageStatus(2, "SUCCEEDED");

    /** The upload has failed. */
    public static final SaveImageStatus FAILED = new SaveImageStatus(3, "FAILED");

    private SaveImageStatus(int value, String name) {
        super(value, name);
    }

    /**
     * {@return the constant of a number, or a value that keeps the number if this client does not know it}
     *
     * @param value the number in JSON
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static SaveImageStatus of(int value) {
        return switch (value) {
            case 1 -> UPLOADING;
            case 2 -> SUCCEEDED;
            case 3 -> FAILED;
            default -> new SaveImageStatus(value, UNKNOWN);
        };
    }

    /** Deserialization returns the constant of a known value. */
    private Object readResolve() {
        return of(value());
    }
}
