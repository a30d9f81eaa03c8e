package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Processes of other hosts, as with containers that have another host name at each start. */
class OtherHostsTest extends CommandTestBase {

    @Test
    void keepTheirInstancesAndAreNamed() throws IOException {
        String uuid = program.leaveBehindOnOtherHost("job");

        Program.Run recovered = program.run("recover");
        assertThat(recovered.status()).isEqualTo(ExitStatus.LEFT);
        assertThat(recovered.out()).contains("skipped:", uuid, "on other-host");
        assertThat(recovered.err()).contains("--recover-other-hosts", "GPU_CLOUD_HOST");
        assertThat(program.run("status").out()).containsPattern("running +on other-host .*" + uuid);
        assertThat(program.instances()).containsExactly(uuid);
    }

    @Test
    void areRecoveredIfTheirLockIsFreeAndTheOptionSaysSo() throws IOException {
        String uuid = program.leaveBehindOnOtherHost("job");

        Program.Run recovered = program.run("recover", "--recover-other-hosts");
        assertThat(recovered.status()).as(recovered.err()).isZero();
        assertThat(recovered.out()).containsPattern("destroyed +" + uuid);
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void doNotBlockARentalThatRecoversThem() throws IOException {
        String uuid = program.leaveBehindOnOtherHost("job");

        Program.Run blocked = program.rent("--max-open", "1", "--", "true");
        assertThat(blocked.status()).isEqualTo(ExitStatus.NOT_AVAILABLE);
        assertThat(blocked.err()).contains(uuid + " on other-host");
        assertThat(program.rent("--max-open", "1", "--recover-other-hosts", "--", "true")
                        .status())
                .isZero();
        assertThat(program.instances()).isEmpty();
    }
}
