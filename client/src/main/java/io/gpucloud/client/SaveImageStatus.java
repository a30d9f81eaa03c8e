package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Progress of saving an image. */
public final class SaveImageStatus extends ExtensibleEnum {

    private static final long serialVersionUID = 1L;

    /** The image is uploading. */
    public static final SaveImageStatus UPLOADING = new SaveImageStatus(1, Known.UPLOADING);

    /** The upload has succeeded. */
    public static final SaveImageStatus SUCCEEDED = new SaveImageStatus(2, Known.SUCCEEDED);

    /** The upload has failed. */
    public static final SaveImageStatus FAILED = new SaveImageStatus(3, Known.FAILED);

    /** The known values, for {@code switch}. */
    public enum Known {

        /** The image is uploading. */
        UPLOADING,

        /** The upload has succeeded. */
        SUCCEEDED,

        /** The upload has failed. */
        FAILED,

        /** A value that this client does not know. */
        UNKNOWN
    }

    private final Known known;

    private SaveImageStatus(int value, Known known) {
        super(value);
        this.known = known;
    }

    /**
     * Returns the constant of a number. For a number that this client does not know, returns a value that keeps the number.
     *
     * @param value the number in JSON
     * @return the value
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static SaveImageStatus of(int value) {
        return switch (value) {
            case 1 -> UPLOADING;
            case 2 -> SUCCEEDED;
            case 3 -> FAILED;
            default -> new SaveImageStatus(value, Known.UNKNOWN);
        };
    }

    /** Deserialization returns the constant of a known value. */
    private Object readResolve() {
        return of(value());
    }

    @Override
    public Known known() {
        return known;
    }
}
