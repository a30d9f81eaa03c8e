package io.gpucloud.stub.billing;

import java.util.List;

/**
 * The terms on which a compute card is bound to an account.
 *
 * @param validDays validity from the binding on, in days
 * @param podUuids pods the card applies to; empty for all
 */
public record CardTerms(
        String title, long faceCents, long leaveCents, long saleCents, int validDays, List<String> podUuids) {}
