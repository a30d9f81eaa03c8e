package io.gpucloud.testing;

import static io.gpucloud.testing.TestJvm.output;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stubs that stay for the next JVM. Each JVM runs {@link PrintAddress}. */
@Tag("ci")
class ReusedStubIT {

    private static final String REUSE = "-Dgpu-cloud.stub.reuse=true";

    @TempDir
    private static Path cache;

    @TempDir
    private Path resources;

    @AfterEach
    void stop() {
        StubProcess.stopReused(StubFiles.installedIn(cache));
    }

    @Test
    void theNextJvmAttachesUntilTheStubIsStopped() throws Exception {
        String first = output(jvm(REUSE).start());

        assertThat(output(jvm(REUSE).start())).startsWith("http://").isEqualTo(first);
        Path address = addresses().get(0);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(address)))
                .isEqualTo("rw-------");
        ProcessHandle process = process(address);

        StubProcess.stopReused(StubFiles.installedIn(cache));

        process.onExit().get();
        assertThat(addresses()).isEmpty();
    }

    /** A terminal sends both to all of its processes. Only the command {@code stop} ends the stub. */
    @ParameterizedTest
    @ValueSource(strings = {"INT", "HUP"})
    @DisabledOnOs(OS.WINDOWS)
    void outlivesTheTerminalOfTheTests(String signal) throws Exception {
        String first = output(jvm(REUSE).start());
        ProcessHandle process = process(addresses().get(0));

        InterruptedJvmIT.send(signal, process.pid());

        assertThat(output(jvm(REUSE).start())).isEqualTo(first);
        StubProcess.stopReused(StubFiles.installedIn(cache));
        process.onExit().get();
    }

    @Test
    void otherSettingsAndOtherVersionsHaveAStubOfTheirOwn() throws Exception {
        String first = output(jvm(REUSE).start());

        ProcessBuilder otherSettings = jvm(REUSE);
        otherSettings.environment().put("STUB_LIFECYCLE_BOOT", "2s");
        assertThat(output(otherSettings.start())).startsWith("http://").isNotEqualTo(first);

        resource("io/gpucloud/testing/executable/sha256", "0123456789abcdef");
        assertThat(output(jvm(REUSE).start())).startsWith("http://").isNotEqualTo(first);
        assertThat(addresses()).hasSize(3);
    }

    @Test
    void aProcessThatWasKilledIsReplaced() throws Exception {
        String first = output(jvm(REUSE).start());
        ProcessHandle process = process(addresses().get(0));
        process.destroyForcibly();
        process.onExit().get();

        assertThat(output(jvm(REUSE).start())).startsWith("http://").isNotEqualTo(first);
    }

    /** The administrator may change files of all users, so a test of root would attach to any stub. */
    @Test
    @EnabledIfSystemProperty(named = "user.name", matches = "root")
    void attachesToNoStubOfAnotherUser() throws Exception {
        String first = output(jvm(REUSE).start());
        Path address = addresses().get(0);
        UserPrincipal root = Files.getOwner(address);
        UserPrincipalLookupService users = address.getFileSystem().getUserPrincipalLookupService();
        Files.setOwner(address, users.lookupPrincipalByName("nobody"));

        assertThat(jvm(REUSE).start().waitFor()).isNotZero();

        Files.setOwner(address, root);
        assertThat(output(jvm(REUSE).start())).isEqualTo(first);
    }

    @Test
    void jvmsThatStartAtTheSameTimeShareOneStub() throws Exception {
        var jvms = List.of(jvm(REUSE).start(), jvm(REUSE).start(), jvm(REUSE).start());

        String first = output(jvms.get(0));
        assertThat(first).startsWith("http://");
        assertThat(output(jvms.get(1))).isEqualTo(first);
        assertThat(output(jvms.get(2))).isEqualTo(first);
    }

    @Test
    void endsWithItsJvmInContinuousIntegration() throws Exception {
        ProcessBuilder inCi = jvm(REUSE);
        inCi.environment().put("CI", "true");

        assertThat(output(inCi.start())).startsWith("http://");

        assertThat(addresses()).isEmpty();
    }

    @Test
    void isSwitchedOnInTheSettingsOfJUnit() throws Exception {
        resource("junit-platform.properties", "gpu-cloud.stub.reuse=true");

        assertThat(output(jvm().start())).startsWith("http://");

        assertThat(addresses()).hasSize(1);
    }

    @Test
    void endsWhenNothingHasUsedItForAWhile() throws Exception {
        StubFiles files = StubFiles.installedIn(cache);
        StubProcess.start(files, files.run("idle"), List.of(), List.of("-Dgpu-cloud.stub.idle=PT1S"));

        // It may have ended already.
        for (ProcessHandle stub : KilledJvmsIT.stubsOf(cache).toList()) {
            stub.onExit().get();
        }

        assertThat(addresses()).isEmpty();
    }

    @Test
    void endsWhenItsFolderIsDeleted() throws Exception {
        StubFiles files = StubFiles.installedIn(cache);
        ProcessFolder run = files.run("deleted");
        StubProcess.start(files, run, List.of(), List.of("-Dgpu-cloud.stub.idle=PT10S"));
        ProcessHandle process = process(run.path().resolve("address"));

        run.delete();

        process.onExit().get();
    }

    private List<Path> addresses() throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            return files.filter(file -> file.endsWith("address")).toList();
        }
    }

    private static ProcessHandle process(Path address) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(address).get(2)))
                .orElseThrow();
    }

    /** Adds a resource, which comes first in the class path of the next JVMs. */
    private void resource(String name, String content) throws IOException {
        Path file = resources.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private ProcessBuilder jvm(String... options) {
        String classPath = resources + File.pathSeparator + System.getProperty("java.class.path");
        ProcessBuilder jvm = TestJvm.of(classPath, PrintAddress.class, cache, options);
        jvm.environment().remove("CI");
        return jvm;
    }

    /** A program that uses a stub and prints its address. */
    static final class PrintAddress {

        private PrintAddress() {}

        /** Starts a stub, or attaches to one. */
        public static void main(String[] settings) {
            try (GpuCloudStubServer stub = GpuCloudStubServer.start()) {
                stub.newAccount().clock().freeze();
                System.out.print(stub.baseUrl());
            }
        }
    }
}
