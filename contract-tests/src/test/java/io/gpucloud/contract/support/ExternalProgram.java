package io.gpucloud.contract.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** External programs. A test that needs a missing program is skipped, but fails in CI. */
public final class ExternalProgram {

    private static final boolean MUST_BE_THERE = Boolean.getBoolean("contract.ci");

    private ExternalProgram() {}

    /** The result of a program. */
    public record Result(int status, String output) {}

    /**
     * Finds a program.
     *
     * @param names names to search on the path, or files; the first existing one is used
     */
    public static Path require(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.concat(Stream.of(Path.of(name)), onPath(name)))
                .filter(Files::isExecutable)
                .filter(Files::isRegularFile)
                .findFirst()
                .map(Path::toAbsolutePath)
                .orElseGet(() -> missing("skipped: there is no " + String.join(" or ", names)));
    }

    private static Stream<Path> onPath(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(folder -> Path.of(folder, name));
    }

    private static Path missing(String what) {
        if (MUST_BE_THERE) {
            return fail(what);
        }
        System.out.println(what);
        return abort(what);
    }

    /** Runs a program and waits for its end. */
    public static Result run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Process process = start(command, environment);
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Result(process.waitFor(), output);
    }

    /** Starts a program without a proxy, because it calls only this machine. */
    public static Process start(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .keySet()
                .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }
}
