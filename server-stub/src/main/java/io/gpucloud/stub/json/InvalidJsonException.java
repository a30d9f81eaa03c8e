package io.gpucloud.stub.json;

/** JSON that does not fit what is expected. The message is one line: the member, and what is wrong with it. */
public final class InvalidJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Path of the member; empty for the whole. */
    private final String member;

    /** What is wrong, in words. */
    private final String reason;

    /**
     * JSON that does not fit.
     *
     * @param member path of the member, such as {@code accounts.default.cards[0].face_amount}; empty for the whole
     * @param reason what is wrong, in words
     */
    public InvalidJsonException(String member, String reason) {
        // A response to the caller, not a defect: no stack trace to fill.
        super(member.isEmpty() ? reason : member + ": " + reason, null, false, false);
        this.member = member;
        this.reason = reason;
    }

    /**
     * The member that does not fit.
     *
     * @return its path; empty for the whole
     */
    public String member() {
        return member;
    }

    /**
     * What is wrong.
     *
     * @return what is wrong, in words
     */
    public String reason() {
        return reason;
    }
}
