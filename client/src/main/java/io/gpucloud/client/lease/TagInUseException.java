package io.gpucloud.client.lease;

/**
 * A rental was rejected because another one with the same tag is open or pending, and the leases have
 * {@link LeaseOptions#uniqueTags()}. Nothing was created.
 */
public final class TagInUseException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String tag;

    /** Creates an exception for a tag. */
    public TagInUseException(String tag) {
        super("the tag " + tag + " belongs to an open or pending lease; see openLeases() and pending()");
        this.tag = tag;
    }

    /** {@return the tag} */
    public String tag() {
        return tag;
    }
}
