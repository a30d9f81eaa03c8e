package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit against a stub whose {@code /__admin} API requires a token. */
class AdminTokenTest {

    private static final String TOKEN = "token-5e1f7c";

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns("stub.admin.token=" + TOKEN);

    private static KitRuns.Ended run(String... arguments) {
        Stream<String> usual = Stream.of("--url", RUNS.url().toString(), "--admin", "--strict");
        return KitRuns.execute(Stream.concat(usual, Stream.of(arguments)).toArray(String[]::new));
    }

    /** Bills need a moved clock, errors need faults, and two calls are of {@code /__admin} itself. */
    @Test
    void isSentToEveryOperationThatRequiresIt() {
        KitRuns.Ended ended = run("--admin-token", TOKEN, "--only", "listBills,getBalance,createFault,getClock");
        assertThat(ended.code()).as(ended.out()).isZero();
        assertThat(ended.out())
                .contains("listBills", "getBalance", "createFault", "getClock", " differ, 0 skipped")
                .doesNotContain("DIFFERS", TOKEN);
    }

    @Test
    void isReportedIfMissing() {
        for (KitRuns.Ended ended : List.of(run(), run("--admin-token", "wrong-9d2b"))) {
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.out() + ended.err())
                    .contains("/__admin responds with HTTP 401", "with the right --admin-token?")
                    .doesNotContain("wrong-9d2b", TOKEN);
        }
    }
}
