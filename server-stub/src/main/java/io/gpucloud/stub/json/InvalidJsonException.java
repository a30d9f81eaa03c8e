package io.gpucloud.stub.json;

/** JSON that does not match its schema. The message is one line: the member and the problem. */
public final class InvalidJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Path of the member; empty for the whole document. */
    private final String member;

    /** The problem, in words. */
    private final String reason;

    /**
     * Creates the exception.
     *
     * @param member path of the member, such as {@code accounts.default.cards[0].face_amount}; empty for the whole
     *     document
     */
    public InvalidJsonException(String member, String reason) {
        // Without a stack trace, because invalid JSON of a caller is not a defect.
        super(member.isEmpty() ? reason : member + ": " + reason, null, false, false);
        this.member = member;
        this.reason = reason;
    }

    /** The path of the invalid member; empty for the whole document. */
    public String member() {
        return member;
    }

    /** The problem. */
    public String reason() {
        return reason;
    }
}
