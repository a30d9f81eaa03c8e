package io.gpucloud.stub.account;

/** A situation in which a request is rejected. Its HTTP status and result code are settings of the stub. */
public interface ErrorCase {

    /** Returns the name of the situation in settings, as that of an enum constant. */
    String name();

    /** Returns the usual text. */
    String message();
}
