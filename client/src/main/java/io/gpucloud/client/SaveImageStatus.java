package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * How far the saving of an image has come (contract, SaveImageStatus).
 *
 * @param value the number on the wire
 */
public record SaveImageStatus(@JsonValue int value) implements OpenValue {

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

    @Override
    public @Nullable String name() {
        return switch (value) {
            case 1 -> "UPLOADING";
            case 2 -> "SUCCEEDED";
            case 3 -> "FAILED";
            default -> null;
        };
    }

    @Override
    public String toString() {
        return OpenValue.print(this);
    }
}
