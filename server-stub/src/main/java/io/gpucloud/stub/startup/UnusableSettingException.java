package io.gpucloud.stub.startup;

/**
 * A setting, or the file that it names, cannot be used. The message is one line: the setting, its value, and the
 * reason.
 */
public final class UnusableSettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** How to fix it. */
    private final String cure;

    public UnusableSettingException(String setting, Object value, String reason, String cure) {
        super(setting + (value.toString().isEmpty() ? " is empty" : " " + value) + ": " + reason);
        this.cure = cure;
    }

    public UnusableSettingException(String problem, String cure) {
        super(problem);
        this.cure = cure;
    }

    String cure() {
        return cure;
    }
}
