package io.gpucloud.stub.account;

/** A part of the contents of an account, with the revision of the account that it was read from. */
public sealed interface Revisioned
        permits AccountOverview, AccountOverview.Images, AccountOverview.Instances, AccountOverview.Spending {

    /**
     * The revision of the account. It changes with every change of the account.
     *
     * @return a number that has no meaning of its own
     */
    long revision();
}
