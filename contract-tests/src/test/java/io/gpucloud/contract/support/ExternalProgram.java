package io.gpucloud.contract.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An external program that calls only this machine, so it has no proxy. A test that needs a missing program is skipped,
 * but fails in CI.
 */
public record ExternalProgram(List<String> command, Map<String, String> environment) {

    private static final boolean MUST_BE_THERE = Boolean.getBoolean("contract.ci");

    /** The result of a program. */
    public record Result(int status, String output) {}

    /** A program on the path, or a file, and its arguments. */
    public static ExternalProgram of(Object program, Object... arguments) {
        return new ExternalProgram(
                Stream.concat(Stream.of(require(program.toString())), Stream.of(arguments))
                        .map(Object::toString)
                        .toList(),
                Map.of());
    }

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

    /** A port for a program that cannot choose one. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Whether a program accepts connections. */
    static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /** The program with one more variable of the environment. */
    public ExternalProgram with(String variable, Object value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(variable, value.toString());
        return new ExternalProgram(command, more);
    }

    /** The program with the variables of a service and a key. */
    public ExternalProgram calling(Object baseUrl, String key) {
        return with("GPU_CLOUD_BASE_URL", baseUrl).with("GPU_CLOUD_API_KEY", key);
    }

    /** Runs the program, which must succeed, and returns its output. */
    public String succeed() throws IOException, InterruptedException {
        Result result = run();
        assertThat(result.status()).as("%s%n%s", command, result.output()).isZero();
        return result.output();
    }

    /** Runs the program to its end. */
    public Result run() throws IOException, InterruptedException {
        Process process = start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Result(process.waitFor(), output);
    }

    /** Starts the program. */
    public Process start() throws IOException {
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
