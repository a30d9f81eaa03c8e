package io.gpucloud.stub;

/** A file that the configuration names cannot be used. The message is one line: the setting, the file, and the reason. */
final class UnusableFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What to do about it. */
    private final String cure;

    UnusableFileException(String setting, Object file, String reason, String cure) {
        super(setting + " " + file + ": " + reason);
        this.cure = cure;
    }

    String cure() {
        return cure;
    }
}
