package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import picocli.CommandLine;

/** The kit against a stub whose {@code /__admin} API requires a token. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminTokenTest {

    private static final String TOKEN = "token-5e1f7c";

    private GpuCloudStub stub;

    @BeforeAll
    void start() {
        stub = GpuCloudStub.start("stub.validate=off", "stub.admin.token=" + TOKEN);
    }

    @AfterAll
    void stop() {
        stub.close();
    }

    /** The exit code and the output of a run. */
    private record Ended(int code, String said) {}

    private Ended run(String... arguments) {
        StringWriter said = new StringWriter();
        CommandLine line = GpuCloudContractKit.commandLine();
        line.setOut(new PrintWriter(said)).setErr(new PrintWriter(said));
        List<String> usual = List.of("--url", stub.baseUrl().toString(), "--admin", "--strict");
        int code =
                line.execute(Stream.concat(usual.stream(), Stream.of(arguments)).toArray(String[]::new));
        return new Ended(code, said.toString());
    }

    /** Bills need a moved clock, errors need faults, and two calls are of {@code /__admin} itself. */
    @Test
    void isSentToEveryOperationThatRequiresIt() {
        Ended ended = run("--admin-token", TOKEN, "--only", "listBills,getBalance,createFault,getClock");
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said())
                .contains("listBills", "getBalance", "createFault", "getClock", " differ, 0 skipped")
                .doesNotContain("DIFFERS", TOKEN);
    }

    @Test
    void isReportedIfMissing() {
        for (Ended ended : List.of(run(), run("--admin-token", "wrong-9d2b"))) {
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.said())
                    .contains("/__admin responds with HTTP 401", "with the right --admin-token?")
                    .doesNotContain("wrong-9d2b", TOKEN);
        }
    }
}
