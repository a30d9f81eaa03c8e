package io.gpucloud.testing;

/** The effects of faults, as {@link StubRequest#effect} and {@code /__admin} name them. {@link StubFault} has a method for each. */
public final class Effects {

    /** Sends the response of the fault instead of performing the operation. */
    public static final String RESPOND = "respond";

    /** Performs the operation, but sends the response of the fault. */
    public static final String RESPOND_AFTER_EFFECT = "respond_after_effect";

    /** Resets the connection instead of performing the operation. */
    public static final String RESET_CONNECTION = "reset_connection";

    /** Performs the operation, then resets the connection. */
    public static final String RESET_AFTER_EFFECT = "reset_after_effect";

    /** Performs the operation, then closes the connection within the status line. */
    public static final String LOSE_RESPONSE = "lose_response";

    /** Performs the operation, and sends half of the response body. */
    public static final String TRUNCATE_BODY = "truncate_body";

    /** Sends an HTML page instead of performing the operation. */
    public static final String HTML_BODY = "html_body";

    /** The upload of a saved image fails. */
    public static final String FAIL_UPLOAD = "fail_upload";

    /** A boot never ends. */
    public static final String NEVER_BOOT = "never_boot";

    /** A boot ends in a shutdown. */
    public static final String BOOT_FAILS = "boot_fails";

    /** A boot ends in status 23. */
    public static final String BOOT_ENDS_ABNORMALLY = "boot_ends_abnormally";

    /** An instance that runs has no addresses for a while. */
    public static final String NO_SERVER_URL = "no_server_url";

    /** Lists hide a new instance for a while. */
    public static final String LIST_LAG = "list_lag";

    /** Lists show an instance for a while as it was before a request. */
    public static final String STALE_STATUS = "stale_status";

    /** A destroy request is rejected. */
    public static final String REFUSE_DESTROY = "refuse_destroy";

    private Effects() {}
}
