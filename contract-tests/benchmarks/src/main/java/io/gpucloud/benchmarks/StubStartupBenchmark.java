package io.gpucloud.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.gpucloud.testing.GpuCloudStubServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures how long a test waits for its server: from the call that starts it to the first response with status 200,
 * each time in a new JVM. Compares the process of {@code gpu-cloud-testing} with WireMock in the JVM of the test. The
 * two are started directly after one another and compared pair by pair, since the load of a machine changes. Prints a
 * table in Markdown.
 */
public final class StubStartupBenchmark {

    private static final int ROUNDS = Integer.getInteger("rounds", 7);
    private static final int TRAINING_SECONDS = 180;
    private static final String REUSE = "-Dgpu-cloud.stub.reuse=true";

    private StubStartupBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path caches = Files.createTempDirectory("start-of-tests");
        try {
            Path trained = caches.resolve("trained");
            train(trained);
            List<Pair> first = new ArrayList<>();
            List<Pair> later = new ArrayList<>();
            List<Pair> reused = new ArrayList<>();
            run(Stub.class, trained, REUSE);
            for (int round = 0; round < ROUNDS; round++) {
                Path fresh = caches.resolve("fresh-" + round);
                first.add(new Pair(millis(Stub.class, fresh), millis(Mock.class, fresh)));
                delete(fresh);
                later.add(new Pair(millis(Stub.class, trained), millis(Mock.class, trained)));
                reused.add(new Pair(millis(Stub.class, trained, REUSE), millis(Mock.class, trained)));
            }
            System.out.printf(
                    "%n| JDK %s, %d pairs | stub, ms | WireMock, ms | median of the ratios | least | most |%n|---|---:|---:|---:|---:|---:|%n",
                    Runtime.version().feature(), ROUNDS);
            print("first start on a machine", first);
            print("later starts", later);
            print("the stub is reused", reused);
        } finally {
            System.setProperty("gpu-cloud.stub.cache", caches.resolve("trained").toString());
            GpuCloudStubServer.stopReused();
            delete(caches);
        }
    }

    private static void print(String name, List<Pair> pairs) {
        List<Double> ratios = sorted(pairs.stream().map(Pair::ratio));
        System.out.printf(
                Locale.ROOT,
                "| %s | %,.0f | %,.0f | %.2f | %.2f | %.2f |%n",
                name,
                sorted(pairs.stream().map(Pair::stub)).get(ROUNDS / 2),
                sorted(pairs.stream().map(Pair::mock)).get(ROUNDS / 2),
                ratios.get(ROUNDS / 2),
                ratios.get(0),
                ratios.get(ROUNDS - 1));
    }

    private static List<Double> sorted(Stream<Double> values) {
        return values.sorted().toList();
    }

    /** A JVM creates the class archive after its end. */
    static void train(Path cache) throws IOException, InterruptedException {
        run(Stub.class, cache, "-Dgpu-cloud.stub.training=true");
        for (int second = 0; second < TRAINING_SECONDS; second++) {
            try (Stream<Path> files = Files.walk(cache)) {
                if (files.anyMatch(file -> file.toString().endsWith(".archive"))) {
                    return;
                }
            }
            TimeUnit.SECONDS.sleep(1);
        }
        throw new IOException("no class archive within " + TRAINING_SECONDS + " s");
    }

    private static double millis(Class<?> program, Path cache, String... options)
            throws IOException, InterruptedException {
        return Double.parseDouble(run(program, cache, options));
    }

    private static String run(Class<?> program, Path cache, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Dgpu-cloud.stub.cache=" + cache,
                "-Dgpu-cloud.stub.training=false"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        ProcessBuilder jvm = new ProcessBuilder(command).redirectError(new File("/dev/null"));
        // There, no stub is reused.
        jvm.environment().remove("CI");
        Process process = jvm.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(program + " failed");
        }
        return output.strip();
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void ask(String url, String key) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setRequestProperty("Authorization", "Bearer " + key);
            if (connection.getResponseCode() != 200) {
                throw new IllegalStateException("status " + connection.getResponseCode());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private record Pair(double stub, double mock) {
        double ratio() {
            return stub / mock;
        }
    }

    /** Starts the stub and prints the milliseconds until its first response. */
    static final class Stub {

        private Stub() {}

        public static void main(String[] arguments) {
            long begun = System.nanoTime();
            try (GpuCloudStubServer stub = GpuCloudStubServer.start()) {
                ask(stub.baseUrl() + "/gpu/list", stub.newAccount().apiKey());
                System.out.println((System.nanoTime() - begun) / 1e6);
            }
        }
    }

    /** Starts WireMock with one mapping and prints the milliseconds until its first response. */
    static final class Mock {

        private Mock() {}

        public static void main(String[] arguments) {
            long begun = System.nanoTime();
            WireMockServer mock =
                    new WireMockServer(WireMockConfiguration.options().dynamicPort());
            mock.start();
            mock.stubFor(WireMock.get("/gpu/list").willReturn(WireMock.okJson("{\"code\":0}")));
            ask(mock.baseUrl() + "/gpu/list", "demo-key");
            System.out.println((System.nanoTime() - begun) / 1e6);
            mock.stop();
        }
    }
}
