package io.gpucloud.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final StringWriter written = new StringWriter();
    private final CountDownLatch asked = new CountDownLatch(1);

    private String during(int width, boolean quiet) throws Exception {
        Progress progress = new Progress(new PrintWriter(written, true), width, quiet);
        return progress.during(
                () -> {
                    asked.countDown();
                    return "booting instance-1";
                },
                () -> {
                    if (!quiet) {
                        asked.await();
                    }
                    progress.line("it runs");
                    return written.toString();
                });
    }

    @Test
    void replacesALineOfATerminal() throws Exception {
        assertThat(during(10, false)).startsWith("\r\u001b[Kbooting i").endsWith("\r\u001b[Kgpu-cloud: it runs\n");
    }

    @Test
    void printsWholeLinesElsewhere() throws Exception {
        assertThat(during(0, false))
                .startsWith("gpu-cloud: booting instance-1\n")
                .endsWith("gpu-cloud: it runs\n");
    }

    @Test
    void isQuiet() throws Exception {
        assertThat(during(0, true)).isEmpty();
    }
}
