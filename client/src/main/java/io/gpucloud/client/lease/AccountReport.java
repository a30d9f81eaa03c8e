package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.model.Instance;
import java.util.List;

/**
 * The result of one round of an {@link AccountMonitor}.
 *
 * @param instances all listed instances
 * @param costs what they cost
 * @param findings what may need attention, the findings about the account first
 */
public record AccountReport(Listing<Instance> instances, CostReport costs, List<AccountFinding> findings) {

    /** Copies the findings. */
    public AccountReport {
        findings = List.copyOf(findings);
    }
}
