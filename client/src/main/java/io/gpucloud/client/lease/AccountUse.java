package io.gpucloud.client.lease;

/**
 * The programs that create instances in the account. They decide what leases do if the response to a create request is
 * lost. The first value is the strictest. <strong>If the declaration is wrong, leases may destroy an instance of
 * another program.</strong>
 *
 * <p>The page {@code docs/reference/leases.md} says for each value when another create request is sent, and which
 * instances are taken over, destroyed or only named.
 */
public enum AccountUse {

    /** Anyone. Only a nonce in the title or a response proves to whom an instance belongs. */
    SHARED,

    /**
     * Only programs that rent with leases of this use, such as the replicas of a service. Each instance gets a title
     * soon after its creation, or is destroyed: by its lease, which cannot set the title within the
     * {@link LeaseOptions#window()}, or by a lease or a recovery whose create request may have made it.
     */
    OWNER_TITLES,

    /**
     * Only these leases: no other program, no second process or client of this program, no person, and no call of
     * {@code instances().create(..)} in this program. A new instance is theirs.
     */
    SOLE_USER;

    AccountUse strictest(AccountUse other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
