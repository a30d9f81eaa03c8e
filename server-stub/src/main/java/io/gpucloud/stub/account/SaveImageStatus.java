package io.gpucloud.stub.account;

/** How far the saving of an image has come (contract, save_image_status). */
public enum SaveImageStatus {
    /** On its way. */
    UPLOADING(1),
    /** Ready for new instances. */
    SUCCEEDED(2),
    /** Lost. */
    FAILED(3);

    private final int code;

    SaveImageStatus(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }
}
