package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs programs of the tests in JVMs of their own, which have a cache of their own. */
final class TestJvm {

    private TestJvm() {}

    static ProcessBuilder of(Class<?> program, Path cache, String... options) {
        return of(System.getProperty("java.class.path"), program, cache, options);
    }

    static ProcessBuilder of(String classPath, Class<?> program, Path cache, String... options) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Dgpu-cloud.stub.cache=" + cache,
                "-Dgpu-cloud.stub.training=false",
                // Several JVMs start at once, in parallel with other tests.
                "-Dgpu-cloud.stub.start-timeout=1200"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, program.getName()));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    /** Waits for the end of a program that succeeds. */
    static String output(Process jvm) throws IOException, InterruptedException {
        String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jvm.waitFor()).as(output).isZero();
        return output;
    }
}
