package io.gpucloud.contract.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.coverage.Coverage.Source;
import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.KitRun;
import io.gpucloud.contract.kit.Report;
import io.gpucloud.contract.kit.Result;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.stub.GpuCloudStub;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the whole kit against our stub, strictly, and measures which parts of the contract the kit and the pacts cover.
 * Earlier tests write the pacts.
 */
@Tag("ci")
class CoverageIT {

    private static final Path TARGET = Path.of("target");

    @Test
    void theStubConformsAndTheKitAndThePactsCoverTheContract() throws Exception {
        CoverageExceptions exceptions = CoverageExceptions.read();
        Coverage coverage = new Coverage(exceptions);
        Report report;
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=off")) {
            report = run(stub.baseUrl(), coverage);
        }
        int interactions = PactFiles.read(TARGET.resolve("pacts"), coverage);
        write(new CoverageReport(coverage, exceptions), report, interactions);

        assertThat(report.held()).as("see target/coverage/report.md").isTrue();
        assertThat(report.count(Result.Outcome.SKIPPED)).as("skipped").isZero();
        assertThat(coverage.uncovered()).isEmpty();
        assertThat(coverage.needlessExceptions()).isEmpty();
    }

    private static Report run(URI url, Coverage coverage) {
        Settings settings = Settings.ofAdmin(url, null).asStrict();
        return new KitRun(settings, (response, faulty) -> saw(coverage, response, faulty), TARGET.resolve("coverage"))
                .run();
    }

    private static void saw(Coverage coverage, ServiceResponse response, boolean faulty) {
        if (response.call().document().file().equals(ApiDocuments.PUBLIC_API.file())) {
            Source source = faulty ? Source.FAULT : Source.KIT;
            coverage.saw(response.call().operation(), response.status(), response.json(), source);
        }
    }

    private static void write(CoverageReport picture, Report report, int interactions) throws Exception {
        Path directory = Files.createDirectories(TARGET.resolve("coverage"));
        Files.writeString(directory.resolve("coverage.md"), picture.markdown());
        Files.writeString(directory.resolve("coverage.html"), picture.html());
        System.out.println(picture.summary() + ", from " + report.results().size() + " facts of the kit and "
                + interactions + " interactions of pacts; see " + directory.resolve("coverage.html"));
    }
}
