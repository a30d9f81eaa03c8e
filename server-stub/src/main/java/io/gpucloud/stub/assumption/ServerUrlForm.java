package io.gpucloud.stub.assumption;

/** The form of {@code server_url}; assumption {@code server-url-form}. */
public enum ServerUrlForm {
    /** Absent until the instance first runs, then an array, which is empty while there are no addresses. */
    ABSENT_THEN_EMPTY,
    /** Absent while there are no addresses. */
    ABSENT,
    /** {@code null} while there are no addresses. */
    NULL,
    /** The empty string while there are no addresses. */
    EMPTY_STRING,
    /** {@code false} while there are no addresses. */
    FALSE,
    /** An empty array while there are no addresses. */
    EMPTY_LIST,
    /** A string with the first address, empty while there are none. */
    STRING
}
