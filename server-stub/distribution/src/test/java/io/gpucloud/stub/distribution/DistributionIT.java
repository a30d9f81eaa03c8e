package io.gpucloud.stub.distribution;

import static io.gpucloud.stub.distribution.UnpackedZip.output;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unpacks the zip, starts the stub by its script, and sends requests. */
class DistributionIT {

    private static UnpackedZip zip = new UnpackedZip(Path.of(""));

    @BeforeAll
    static void unpack(@TempDir Path folder) throws IOException {
        zip = UnpackedZip.in(Files.createDirectory(folder.resolve("a folder")));
    }

    @AfterEach
    void deleteCaches() throws IOException {
        for (String cache : caches()) {
            Files.delete(zip.file(cache));
        }
    }

    @Test
    void startsAndKeepsACacheOfClasses(@TempDir Path folder) throws IOException, InterruptedException {
        Path snapshot = folder.resolve("snapshot.json");
        ProcessBuilder first = withCache("--server.port=0", "--stub.request-log=true");
        first.environment().put("STUB_SNAPSHOT_FILE", snapshot.toString());
        assertThat(start(first)).anyMatch(line -> line.contains("path=/api/open/v2/gpu/list"));
        assertThat(caches()).singleElement().asString().startsWith("cache-");
        assertThat(snapshot)
                .content()
                .as("state without what the training run did")
                .contains("\"instance_sequence\":0");
        // The second start uses the cache, and reads settings at its start, not at build time.
        assertThat(start(withCache("--server.port=0", "--stub.request-log=false"), "/actuator/prometheus", 200))
                .noneMatch(line -> line.contains("path="));
    }

    /** The file also has settings of Spring Boot. */
    @Test
    void isConfiguredByAFileThenByTheEnvironmentThenByFlags(@TempDir Path folder)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("gpu-cloud-stub.yaml"), """
                server: {port: 0, tomcat.threads.max: 20}
                logging.level: {com.example: debug}
                stub.paging.max-page-size: -1
                """);
        ProcessBuilder byFile = zip.script().directory(folder.toFile());
        assertThat(rejection(byFile)).contains("stub.paging.max-page-size", "-1");
        ProcessBuilder byEnvironment = zip.script().directory(folder.toFile());
        byEnvironment.environment().put("STUB_PAGING_MAXPAGESIZE", "-2");
        assertThat(rejection(byEnvironment)).contains("stub.paging.max-page-size", "-2");
        ProcessBuilder byFlag = zip.script("--stub.paging.max-page-size=-3").directory(folder.toFile());
        byFlag.environment().put("STUB_PAGING_MAXPAGESIZE", "-2");
        assertThat(rejection(byFlag)).contains("stub.paging.max-page-size", "-3");
    }

    /** The build has resolved the beans of the program without this setting. */
    @Test
    void leavesOutBeansThatASettingOfSpringBootRemoves() throws IOException, InterruptedException {
        ProcessBuilder without = zip.script("--server.port=0", "--management.prometheus.metrics.export.enabled=false");
        start(without, "/actuator/prometheus", 404);
    }

    @Test
    void isFoundThroughALink(@TempDir Path folder) throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(folder.resolve("gpu-cloud-stub"), zip.file("bin/gpu-cloud-stub"));
        Files.createDirectories(folder.resolve("bin"));
        ProcessBuilder linked = zip.script("--help").directory(zip.home().toFile());
        linked.command().set(1, link.toString());
        assertThat(output(linked)).contains("--stub.lifecycle.boot=20s");
        ProcessBuilder elsewhere = zip.script("--help").directory(zip.home().toFile());
        elsewhere.command().set(1, "bin/gpu-cloud-stub");
        elsewhere.environment().put("CDPATH", folder.toString());
        assertThat(output(elsewhere)).contains("--stub.lifecycle.boot=20s");
    }

    @ParameterizedTest
    @CsvSource({
        "JAVA_OPTS, -XX:+UseSerialGC",
        "JAVA_OPTS, -Xms512m",
        "JAVA_OPTS, -XX:MaxRAMPercentage=20 -XX:+UseParallelGC",
        "JAVA_OPTS, -XX:InitialHeapSize=512m",
        "JAVA_OPTS, '-Dtitle=\"a title; $(false) `false` *\" -Xms512m'",
        "JAVA_TOOL_OPTIONS, -XX:+UseSerialGC",
        "JDK_JAVA_OPTIONS, -XX:+UseSerialGC -Xms512m"
    })
    void takesOtherFlagsThanItsOwn(String variable, String flags) throws IOException, InterruptedException {
        ProcessBuilder builder = zip.script("--help");
        builder.environment().put(variable, flags);
        assertThat(output(builder)).contains("--stub.lifecycle.boot=20s");
    }

    @Test
    void startsWithoutACacheWhereNothingCanBeWritten(@TempDir Path folder) throws IOException, InterruptedException {
        Path full = Files.writeString(folder.resolve("mktemp"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(full, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder builder = withCache("--help");
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        assertThat(output(builder)).contains("--stub.lifecycle.boot=20s");
        assertThat(caches()).isEmpty();
    }

    @Test
    void keepsNothingOfATrainingRunThatFails(@TempDir Path folder) throws IOException, InterruptedException {
        ProcessBuilder builder = withCache("--help");
        builder.environment().put("JAVA_HOME", jdk(folder, "echo x > \"${out#*=}\"; exit 1"));
        output(builder);
        assertThat(caches()).isEmpty();
    }

    @Test
    void makesAnotherCacheForACopyOfTheJar(@TempDir Path folder) throws IOException, InterruptedException {
        ProcessBuilder builder = withCache("--help");
        builder.environment().put("JAVA_HOME", jdk(folder, "echo x > \"${out#*=}\"; exit 0"));
        output(builder);
        List<String> first = caches();
        Files.setLastModifiedTime(zip.file("gpu-cloud-stub.jar"), FileTime.from(Instant.EPOCH));
        output(builder);
        assertThat(caches()).hasSize(1).doesNotContainAnyElementsOf(first);
    }

    @Test
    void removesWhatAKilledStartLeft() throws IOException, InterruptedException {
        Path left = Files.createDirectory(zip.file(".cache.abcdef"));
        Files.setLastModifiedTime(left, FileTime.from(Instant.EPOCH));
        output(zip.script("--help"));
        assertThat(left).doesNotExist();
    }

    @Test
    void leavesNothingBehindWhenItsTrainingRunIsStopped(@TempDir Path folder) throws Exception {
        Path began = folder.resolve("began");
        ProcessBuilder builder = withCache("--help");
        builder.environment().put("JAVA_HOME", jdk(folder, "echo $$ > '" + began + "'; exec sleep 60"));
        Process script = builder.start();
        while (script.isAlive() && (!Files.exists(began) || Files.size(began) == 0)) {
            Thread.onSpinWait();
        }
        long training = Long.parseLong(Files.readString(began).strip());
        script.toHandle().destroy();
        assertThat(script.waitFor()).isEqualTo(143);
        var left = ProcessHandle.of(training);
        if (left.isPresent()) {
            left.get().onExit().get();
        }
        assertThat(caches()).isEmpty();
    }

    /** A JDK that fails in the training run, and does nothing otherwise. */
    private static String jdk(Path folder, String training) throws IOException {
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        Files.writeString(java, """
                #!/bin/sh
                for argument; do
                  case $argument in *CacheOutput=*) out=$argument ;; *ClassArchiveTraining) %s ;; esac
                done
                """.formatted(training));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder.toString();
    }

    private List<String> caches() throws IOException {
        try (Stream<Path> files = Files.list(zip.home())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains("cache") && !name.contains("ignore"))
                    .toList();
        }
    }

    /** The output of a start that rejects a setting. */
    private static String rejection(ProcessBuilder builder) throws IOException, InterruptedException {
        return output(builder, 1);
    }

    /** Starts the stub, lists the GPU models, stops it, and returns its output. */
    private static List<String> start(ProcessBuilder builder) throws IOException, InterruptedException {
        return start(builder, "/api/open/v2/gpu/list", 200);
    }

    /** The same with a request to another path. */
    private static List<String> start(ProcessBuilder builder, String path, int status)
            throws IOException, InterruptedException {
        Process stub = builder.start();
        List<String> output = new ArrayList<>();
        try (BufferedReader lines = stub.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (line.contains("curl")) {
                    String list = line.substring(line.indexOf("http"));
                    assertThat(ask(list)).isEqualTo(200);
                    assertThat(ask(list.replace("/api/open/v2/gpu/list", path))).isEqualTo(status);
                    // By its handle, because Process.destroy would close the output that the test reads.
                    stub.toHandle().destroy();
                }
            }
        }
        assertThat(stub.waitFor(20, TimeUnit.MINUTES)).isTrue();
        assertThat(output).anyMatch(line -> line.contains("base URL"));
        return output;
    }

    private ProcessBuilder withCache(String... arguments) {
        ProcessBuilder builder = zip.script(arguments);
        builder.environment().put("STUB_CACHE", "on");
        return builder;
    }

    private static int ask(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer demo-key")
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
