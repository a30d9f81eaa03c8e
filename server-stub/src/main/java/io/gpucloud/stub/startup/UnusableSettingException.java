package io.gpucloud.stub.startup;

/** A setting, or the file that it names, cannot be used. The message is one line: the setting, its value, and the reason. */
public final class UnusableSettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What to do about it. */
    private final String cure;

    /**
     * Says what is wrong and what to do about it.
     *
     * @param setting name of the setting
     * @param value what it is set to
     * @param reason why that cannot be used
     * @param cure what to do about it
     */
    public UnusableSettingException(String setting, Object value, String reason, String cure) {
        super(setting + " " + value + ": " + reason);
        this.cure = cure;
    }

    String cure() {
        return cure;
    }
}
