package io.gpucloud.stub.account;

/** Limits on the contents of an account, so that no caller can make the stub grow without bound. */
final class AccountLimits {

    static final int IMAGES = 1_000;
    static final int CARDS = 1_000;
    static final int RECHARGES = 100_000;
    static final int FAULTS = 1_000;

    private AccountLimits() {}

    /**
     * Checks that the account may have one more object.
     *
     * @throws DomainException if the limit is reached
     */
    static void requireRoom(int there, int max, String what) {
        if (there >= max) {
            throw new DomainException(AccountError.ACCOUNT_LIMIT, max + " " + what);
        }
    }
}
