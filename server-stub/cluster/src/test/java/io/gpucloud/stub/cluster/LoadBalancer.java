package io.gpucloud.stub.cluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** HAProxy or nginx in front of some stubs, configured as documented. */
final class LoadBalancer implements AutoCloseable {

    private static final Path CONFIGURATIONS = Path.of(System.getProperty("repository.root"), "docs", "scaling");
    private static final boolean MUST_BE_THERE = Boolean.getBoolean("contract.ci");

    private final Process process;
    private final URI origin;

    private LoadBalancer(Process process, URI origin) {
        this.process = process;
        this.origin = origin;
    }

    /** Starts the proxy as documented. If it is not installed, the test is skipped, but fails in CI. */
    static LoadBalancer start(String program, Path directory, List<URI> stubs) {
        String file = program.equals("nginx") ? "nginx.conf" : program + ".cfg";
        try {
            return start(program, directory, Files.readString(CONFIGURATIONS.resolve(file)), stubs);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Starts the proxy with a configuration in which it is 127.0.0.1:8080, and the stubs are 127.0.0.1:8081 and following. */
    static LoadBalancer start(String program, Path directory, String example, List<URI> stubs) {
        boolean there = Stream.of("/usr/sbin/", "/usr/bin/", "/usr/local/sbin/")
                .anyMatch(place -> Files.isExecutable(Path.of(place + program)));
        if (!MUST_BE_THERE) {
            assumeTrue(there, "needs " + program + ": apt-get install " + program);
        }
        String self = LocalCluster.freeAddresses(1).get(0);
        try {
            Path configuration = directory.resolve(program);
            Files.writeString(configuration, configured(example, self, stubs));
            Process process = new ProcessBuilder(command(program, configuration, directory))
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(program + ".log").toFile())
                    .start();
            Await.until(program + " listens", Duration.ofSeconds(20), () -> JoinDiagnostics.listens(self));
            return new LoadBalancer(process, URI.create("http://" + self + "/"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String configured(String example, String self, List<URI> stubs) {
        String text = example.replace("127.0.0.1:8080", self);
        for (int i = 0; i < stubs.size(); i++) {
            text = text.replace("127.0.0.1:" + (8081 + i), stubs.get(i).getAuthority());
        }
        return text;
    }

    private static List<String> command(String program, Path configuration, Path directory) {
        return program.equals("nginx")
                ? List.of(
                        program,
                        "-p",
                        directory.toString(),
                        "-c",
                        configuration.toString(),
                        "-e",
                        "stderr",
                        "-g",
                        "daemon off; pid " + directory.resolve("nginx.pid") + ";")
                : List.of(program, "-f", configuration.toString());
    }

    URI origin() {
        return origin;
    }

    Http http() {
        return new Http(origin);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
