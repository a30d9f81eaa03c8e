package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of a recovery. Everything but {@code destroyed} and {@code adopted} stays in the journal for the next
 * recovery.
 *
 * @param destroyed the identifiers of the destroyed instances, which are no longer listed
 * @param adopted the leases of the resumed or adopted instances; close them, or close their {@link Leases}
 * @param kept the identifiers of the instances that {@link RecoveryDecision#KEEP} left to the caller
 * @param candidates instances that may belong to an ended process, but may also belong to another program. They were
 *     not touched; {@link Leases#adopt} or destroy what is yours
 * @param absent the identifiers of instances of ended processes that are not listed: they are gone, or belong to
 *     another account
 * @param left the instances that could be neither destroyed nor adopted, each as an exception
 * @param damaged the unreadable lines of journal files. Instances of such a file are only reported, as candidates,
 *     because the line may say that you kept them. Delete the file yourself after you have checked its instances
 */
public record RecoveryReport(
        List<String> destroyed,
        List<InstanceLease> adopted,
        List<String> kept,
        List<Instance> candidates,
        List<String> absent,
        List<RuntimeException> left,
        List<DamagedLine> damaged) {

    /**
     * A line of a journal file that cannot be read, from 1; 0 if no line can be read. The file stays until you delete
     * it.
     */
    public record DamagedLine(Path file, int line) {}
}
