package io.gpucloud.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Compares {@code mvn test} in two projects with the same tests: one with {@code gpu-cloud-testing}, one with WireMock
 * and mappings written by hand. Each has 50 classes, of which four run in parallel, and each class rents four times.
 * The tests are copies of those of the example with WireMock. Needs the artifacts of this project in the local Maven
 * repository. Prints a table in Markdown.
 */
public final class SuiteBenchmark {

    private static final int ROUNDS = Integer.getInteger("rounds", 7);
    private static final int CLASSES = Integer.getInteger("classes", 50);
    private static final Path EXAMPLE = Path.of("..", "examples", "compatibility");
    private static final String TESTS = "src/wiremock/com/example/render";
    private static final String PARALLEL = """
            junit.jupiter.execution.parallel.enabled=true
            junit.jupiter.execution.parallel.mode.default=same_thread
            junit.jupiter.execution.parallel.mode.classes.default=concurrent
            junit.jupiter.execution.parallel.config.strategy=fixed
            junit.jupiter.execution.parallel.config.fixed.parallelism=4
            """;

    private SuiteBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("suites");
        try {
            StubStartupBenchmark.train(folder.resolve("cache"));
            Path stub = project(folder.resolve("stub"), "WithStub");
            Path mock = project(folder.resolve("mock"), "WithWireMock");
            // Compiles the tests, and loads what the local repository lacks.
            run(stub);
            run(mock);
            List<Cost> stubs = new ArrayList<>();
            List<Cost> mocks = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                stubs.add(run(stub, "-o"));
                mocks.add(run(mock, "-o"));
            }
            System.out.printf(
                    Locale.ROOT,
                    "%n| JDK %s, %d pairs, load %.1f | stub, s | WireMock, s | median of the ratios | least | most |%n|---|---:|---:|---:|---:|---:|%n",
                    Runtime.version().feature(),
                    ROUNDS,
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
            print("duration", stubs, mocks, Cost::seconds);
            print("CPU", stubs, mocks, Cost::cpuSeconds);
        } finally {
            StubStartupBenchmark.delete(folder);
        }
    }

    private static Path project(Path project, String test) throws IOException {
        Path tests = Files.createDirectories(project.resolve(TESTS));
        Path resources = Files.createDirectories(project.resolve("src/test/resources"));
        Files.writeString(resources.resolve("junit-platform.properties"), PARALLEL);
        Files.copy(EXAMPLE.resolve("pom.xml"), project.resolve("pom.xml"));
        Files.copy(EXAMPLE.resolve(TESTS).resolve("RenderFarm.java"), tests.resolve("RenderFarm.java"));
        String source = Files.readString(EXAMPLE.resolve(TESTS).resolve(test + "Test.java"))
                .replace("org.junit.jupiter.api.Test;", "org.junit.jupiter.api.RepeatedTest;")
                .replace("@Test", "@RepeatedTest(4)");
        for (int number = 1; number <= CLASSES; number++) {
            String name = test + number + "Test";
            Files.writeString(tests.resolve(name + ".java"), source.replace(test + "Test", name));
        }
        return project;
    }

    /** Runs the tests of a project. Asks each process for its CPU time again and again, until it has ended. */
    private static Cost run(Path project, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-q", "test", "-Pjunit,wiremock"));
        command.add("-Dmaven.repo.local=" + System.getProperty("maven.repo.local"));
        command.addAll(List.of(options));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).inheritIO();
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .put("GPU_CLOUD_STUB_CACHE", project.resolveSibling("cache").toString());
        long begun = System.nanoTime();
        Process maven = builder.start();
        Map<ProcessHandle, Duration> cpu = new HashMap<>();
        do {
            Stream.concat(Stream.of(maven.toHandle()), maven.descendants())
                    .forEach(process -> cpu.putIfAbsent(process, Duration.ZERO));
            cpu.replaceAll(
                    (process, before) -> process.info().totalCpuDuration().orElse(before));
        } while (!maven.waitFor(50, TimeUnit.MILLISECONDS));
        if (maven.exitValue() != 0) {
            throw new IOException("the tests in " + project + " failed");
        }
        return new Cost(
                (System.nanoTime() - begun) / 1e9,
                cpu.values().stream().mapToLong(Duration::toMillis).sum() / 1e3);
    }

    private static void print(String name, List<Cost> stubs, List<Cost> mocks, ToDoubleFunction<Cost> value) {
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            ratios[round] = value.applyAsDouble(stubs.get(round)) / value.applyAsDouble(mocks.get(round));
        }
        Arrays.sort(ratios);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.2f | %.2f | %.2f |%n",
                name,
                median(stubs, value),
                median(mocks, value),
                ratios[ROUNDS / 2],
                ratios[0],
                ratios[ROUNDS - 1]);
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> value) {
        return costs.stream().mapToDouble(value).sorted().toArray()[ROUNDS / 2];
    }

    private record Cost(double seconds, double cpuSeconds) {}
}
