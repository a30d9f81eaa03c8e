package io.gpucloud.stub.distribution;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unpacks the zip, starts the stub by its script, and sends requests. */
class DistributionIT {

    private final Path home;

    DistributionIT(@TempDir Path folder) throws IOException {
        home = Zip.unpack(Files.createDirectory(folder.resolve("a folder")));
    }

    @Test
    void startsAndKeepsACacheOfClasses() throws IOException, InterruptedException {
        assertThat(start(withCache("--server.port=0", "--stub.request-log=true")))
                .anyMatch(line -> line.contains("path=/api/open/v2/gpu/list"));
        assertThat(caches()).singleElement().asString().startsWith("cache-");
        // The second start uses the cache, and reads settings at its start, not at build time.
        assertThat(start(withCache("--server.port=0", "--stub.request-log=false")))
                .noneMatch(line -> line.contains("path="));
    }

    @Test
    void trainsApartFromWhatItKeeps(@TempDir Path folder) throws IOException, InterruptedException {
        Path snapshot = folder.resolve("snapshot.json");
        ProcessBuilder keeping = withCache("--server.port=0");
        keeping.environment().put("STUB_SNAPSHOT_FILE", snapshot.toString());
        start(keeping);
        assertThat(snapshot).content().contains("\"instance_sequence\":0");
    }

    @Test
    void isConfiguredByAFileThenByTheEnvironmentThenByFlags(@TempDir Path folder)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("gpu-cloud-stub.yaml"), "stub.paging.max-page-size: -1\nserver.port: 0");
        ProcessBuilder byFile = builder().directory(folder.toFile());
        assertThat(output(byFile)).contains("stub.paging.max-page-size", "-1");
        ProcessBuilder byEnvironment = builder().directory(folder.toFile());
        byEnvironment.environment().put("STUB_PAGING_MAXPAGESIZE", "-2");
        assertThat(output(byEnvironment)).contains("stub.paging.max-page-size", "-2");
        ProcessBuilder byFlag = builder("--stub.paging.max-page-size=-3").directory(folder.toFile());
        byFlag.environment().put("STUB_PAGING_MAXPAGESIZE", "-2");
        assertThat(output(byFlag)).contains("stub.paging.max-page-size", "-3");
    }

    @Test
    void takesSettingsOfSpringFromItsFile(@TempDir Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("gpu-cloud-stub.yaml"), """
                server.tomcat.threads.max: 20
                logging.level: {com.example: debug}
                stub.paging.max-page-size: -1
                """);
        assertThat(output(builder().directory(folder.toFile()))).contains("stub.paging.max-page-size", "-1");
    }

    /** The build has resolved the beans of the program without this setting. */
    @Test
    void leavesOutBeansThatASettingOfSpringBootRemoves() throws IOException, InterruptedException {
        start(
                builder("--server.port=0", "--management.prometheus.metrics.export.enabled=false"),
                origin -> assertThat(ask(origin + "/actuator/prometheus")).isEqualTo(404));
        start(
                builder("--server.port=0"),
                origin -> assertThat(ask(origin + "/actuator/prometheus")).isEqualTo(200));
    }

    @Test
    void tellsHowItIsUsed() throws IOException, InterruptedException {
        assertThat(output(builder("--help"))).contains("--stub.lifecycle.boot=20s");
    }

    @Test
    void isFoundThroughALink(@TempDir Path folder) throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(folder.resolve("gpu-cloud-stub"), home.resolve("bin/gpu-cloud-stub"));
        Files.createDirectories(folder.resolve("bin"));
        ProcessBuilder linked = builder("--help").directory(home.toFile());
        linked.command().set(1, link.toString());
        assertThat(output(linked)).contains("--stub.lifecycle.boot=20s");
        ProcessBuilder elsewhere = builder("--help").directory(home.toFile());
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
        ProcessBuilder builder = builder("--help");
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
    void removesWhatAKilledStartLeft() throws IOException, InterruptedException {
        Path left = Files.createDirectory(home.resolve(".cache.abcdef"));
        Files.setLastModifiedTime(left, FileTime.from(Instant.EPOCH));
        output(builder("--help"));
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
            left.get().onExit().get(10, TimeUnit.SECONDS);
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
        try (Stream<Path> files = Files.list(home)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains("cache") && !name.contains("ignore"))
                    .toList();
        }
    }

    private static String output(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void refusesWrongSettingsByName() throws IOException, InterruptedException {
        Process stub = builder("--stub.paging.max-page-size=0").start();
        String output = new String(stub.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(stub.waitFor()).isEqualTo(1);
        assertThat(output).contains("stub.paging.max-page-size");
    }

    /** Starts the stub, lists the GPU models, stops it, and returns its output. */
    private static List<String> start(ProcessBuilder builder) throws IOException, InterruptedException {
        return start(builder, origin -> {});
    }

    private interface Use {
        void of(String origin) throws IOException, InterruptedException;
    }

    private static List<String> start(ProcessBuilder builder, Use use) throws IOException, InterruptedException {
        Process stub = builder.start();
        List<String> output = new ArrayList<>();
        try (BufferedReader lines = stub.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (line.contains("curl")) {
                    String list = line.substring(line.indexOf("http"));
                    assertThat(ask(list)).isEqualTo(200);
                    use.of(list.replace("/api/open/v2/gpu/list", ""));
                    // By its handle, because Process.destroy would close the output that the test reads.
                    stub.toHandle().destroy();
                }
            }
        }
        assertThat(stub.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(output).anyMatch(line -> line.contains("base URL"));
        return output;
    }

    private ProcessBuilder withCache(String... arguments) {
        ProcessBuilder builder = builder(arguments);
        builder.environment().put("STUB_CACHE", "on");
        return builder;
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("sh", home.resolve("bin/gpu-cloud-stub").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("STUB_CACHE", "off");
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
