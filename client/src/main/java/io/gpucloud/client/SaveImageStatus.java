package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How far the saving of an image has come. An open value: numbers that this client does not know are kept as they came.
 *
 * @param value the number on the wire
 */
public record SaveImageStatus(@JsonValue int value) {

    /** The image is uploading. */
    public static final SaveImageStatus UPLOADING = new SaveImageStatus(1);

    /** The upload has succeeded. */
    public static final SaveImageStatus SUCCEEDED = new SaveImageStatus(2);

    /** The upload has failed. */
    public static final SaveImageStatus FAILED = new SaveImageStatus(3);

    /**
     * Reads a number from the wire.
     *
     * @param value the number on the wire
     * @return its value
     */
    @JsonCreator
    public static SaveImageStatus of(int value) {
        return new SaveImageStatus(value);
    }

    /**
     * Whether the contract names this value.
     *
     * @return false for a value that is newer than this client
     */
    public boolean isKnown() {
        return switch (value) {
            case 1, 2, 3 -> true;
            default -> false;
        };
    }
}
