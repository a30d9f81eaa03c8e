package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.KitRun;
import io.gpucloud.contract.kit.Report;
import io.gpucloud.contract.kit.Result;
import io.gpucloud.contract.kit.Settings;
import java.net.URI;
import java.util.function.Predicate;

/** The compatibility kit. */
final class CompatibilityKit {

    private CompatibilityKit() {}

    /** Fails with all differences except the excused ones. */
    static void requireConformance(URI url, Predicate<Result> excused) {
        Settings settings = Settings.ofAdmin(url, Http.ADMIN_TOKEN).asStrict();
        Report report = new KitRun(settings, (answer, faulty) -> {}, null).run();
        assertThat(report.results()).isNotEmpty();
        assertThat(report.results().stream()
                        .filter(result -> result.outcome() == Result.Outcome.DIFFERS)
                        .filter(excused.negate()))
                .isEmpty();
    }
}
