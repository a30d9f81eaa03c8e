package io.gpucloud.generators;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Runs programs of other languages. All of them must be installed: these tests run in CI, where nothing is skipped. */
final class ExternalProgram {

    private ExternalProgram() {}

    /**
     * Runs a command in a folder and expects that it succeeds. The command has no proxy, because the servers are on
     * this machine.
     */
    static String run(Path folder, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment()
                .keySet()
                .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor())
                    .as("%s%n%s", String.join(" ", command), output)
                    .isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
