package io.gpucloud.stub.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.account.Tenant;
import io.gpucloud.stub.admin.SeedReaders;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.startup.UnusableSettingException;
import io.gpucloud.stub.store.InMemorySharedStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.DefaultResourceLoader;

class SnapshotFileTest {

    private static final long DAY_MILLIS = 86_400_000;

    private final Path file;

    SnapshotFileTest(@TempDir Path folder) {
        file = folder.resolve("state.json");
    }

    private GpuCloudStub start(String... more) {
        return GpuCloudStub.start(
                Stream.concat(Stream.of("stub.snapshot.file=" + file, "stub.snapshot.interval=1d"), Stream.of(more))
                        .toArray(String[]::new));
    }

    /** Opens a file as a stub does that has no accounts. */
    private static SnapshotFile open(Path file, long maxSize) {
        Snapshots snapshots = snapshots(keys(), new ConcurrentLinkedQueue<>(), new Semaphore(0));
        return SnapshotFile.open(file, maxSize, snapshots, new Scheduler(), DAY_MILLIS);
    }

    private static ApiKeys keys() {
        return new ApiKeys(
                new ApiKeys.Tenants(true, 1, 0), () -> 0, account -> {}, account -> {}, new InMemorySharedStore<>());
    }

    /** The number of instances that the next stub has. */
    private int instances(String... more) {
        try (GpuCloudStub stub = start(more)) {
            return Caller.of(stub.baseUrl(), "tenant-a")
                    .get("/instance/list")
                    .at("/data/instance_list")
                    .size();
        }
    }

    @Test
    void keepsTheStateAcrossAStop() throws IOException {
        try (GpuCloudStub stub = start()) {
            assertThat(file).exists();
            Caller.of(stub.baseUrl(), "tenant-a").create("gpu-rtx-4090");
        }
        assertThat(instances()).isEqualTo(1);
        try (Stream<Path> files = Files.list(file.resolveSibling("."))) {
            assertThat(files)
                    .extracting(Path::getFileName)
                    .extracting(Path::toString)
                    .containsExactlyInAnyOrder("state.json", "state.json.lock");
        }
    }

    @Test
    void startsAfreshWithAnEmptyFile() throws IOException {
        Files.createFile(file);
        assertThat(instances()).isZero();
        assertThat(file).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "{\"rules\":", "[]", "{\"rules\":{}}", "no JSON"})
    void rejectsADamagedFileAndKeepsIt(String damaged) throws IOException {
        Files.writeString(file, damaged);
        assertThatThrownBy(() -> open(file, Long.MAX_VALUE))
                .isInstanceOf(UnusableSettingException.class)
                .hasMessageStartingWith("stub.snapshot.file " + file + ": ");
        assertThat(file).hasContent(damaged);
    }

    @Test
    void isWrittenAgainAfterAFailure() throws IOException, InterruptedException {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        Semaphore asked = new Semaphore(0);
        ApiKeys keys = keys();
        SnapshotFile kept =
                SnapshotFile.open(file, Long.MAX_VALUE, snapshots(keys, failures, asked), new Scheduler(), 1);
        failures.add(new IllegalStateException("the accounts cannot be read"));
        failures.add(new OutOfMemoryError("the state is too large"));
        keys.set("made", null, null);
        asked.drainPermits();
        // Two attempts fail, one may have begun before the key was created, one writes it, and the fifth begins after
        // that.
        assertThat(asked.tryAcquire(5, 10, TimeUnit.MINUTES)).isTrue();
        assertThat(file).content().contains("\"made\"");
        kept.close();
        assertThat(failures).isEmpty();
        assertThat(kept.failures()).isEqualTo(2);
        assertThat(kept.isFailing()).isFalse();
    }

    /** Snapshots of a stub without accounts, which throw the given failures first. */
    private static Snapshots snapshots(ApiKeys keys, Queue<Throwable> failures, Semaphore asked) {
        Accounts accounts = (Accounts) Proxy.newProxyInstance(
                Accounts.class.getClassLoader(), new Class<?>[] {Accounts.class}, (proxy, method, arguments) -> {
                    asked.release();
                    if (!failures.isEmpty()) {
                        throw failures.remove();
                    }
                    return List.of();
                });
        StubClock clock = new StubClock(() -> Instant.EPOCH, 0L, true, new InMemorySharedStore<>());
        Seeds seeds = SeedReaders.READER.read("classpath:empty", new DefaultResourceLoader());
        Rules rules =
                Tenant.rules(seeds.catalog(), new Rules.Durations(0, 0, 0), new Rules.Metering(false, false), 1, 1);
        FaultRegistry faults = new FaultRegistry(0, new InMemorySharedStore<>());
        RateLimiter limits = new RateLimiter(0, 0, TimeMeter.SYSTEM_NANOTIME);
        return new Snapshots(accounts, clock, keys, faults, limits, seeds, rules);
    }

    @Test
    void isReadableForItsOwnerOnly() throws IOException {
        assumeTrue(file.getFileSystem().supportedFileAttributeViews().contains("posix"));
        // A symbolic link of another user is neither followed nor written through.
        Path elsewhere = Files.writeString(file.resolveSibling("elsewhere"), "mine");
        Files.createSymbolicLink(file.resolveSibling("state.json.new"), elsewhere);

        open(file, Long.MAX_VALUE).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(elsewhere).hasContent("mine");
    }

    @Test
    void rejectsAFileAboveTheLimit() throws IOException {
        open(file, Long.MAX_VALUE).close();
        assertThatThrownBy(() -> open(file, 100))
                .hasMessageContaining("is larger than stub.limits.max-snapshot, which is 100 bytes");
    }

    @Test
    void keepsTheLastFileWhenTheStateIsAboveTheLimit() throws IOException {
        start().close();
        String limit = "stub.limits.max-snapshot=" + (Files.size(file) + 100) + "B";
        try (GpuCloudStub stub = start(limit)) {
            Caller.of(stub.baseUrl(), "tenant-a").create("gpu-rtx-4090");
        }
        assertThat(instances(limit)).isZero();
    }

    @Test
    void doesNotStartIfTheFirstStateIsAboveTheLimit() {
        assertThatThrownBy(() -> open(file, 100))
                .hasMessageContaining("cannot be written: the state has ")
                .hasMessageContaining("more than stub.limits.max-snapshot, 100 bytes");
        assertThat(file).doesNotExist();
    }

    @Test
    void rejectsAFileOfAStubWithOtherRules() throws IOException {
        start().close();
        String before = Files.readString(file);
        assertThatThrownBy(() -> start("stub.lifecycle.boot=1s"))
                .rootCause()
                .hasMessageContaining("stub.lifecycle.boot 20s; this stub has 1s");
        assertThat(file).hasContent(before);
    }

    @Test
    void rejectsAFileThatAnotherStubUses() {
        try (GpuCloudStub stub = start()) {
            assertThatThrownBy(this::start)
                    .rootCause()
                    .hasMessageContaining("another stub uses the file, process "
                            + ProcessHandle.current().pid());
            Caller.of(stub.baseUrl(), "tenant-a").create("gpu-rtx-4090");
        }
        assertThat(instances()).isEqualTo(1);
    }

    @Test
    void keepsTheStateInTheFileThatALinkLeadsTo(@TempDir Path elsewhere) throws IOException {
        Path target = elsewhere.resolve("state.json");
        Files.createSymbolicLink(file, target);
        try (GpuCloudStub stub = start()) {
            Caller.of(stub.baseUrl(), "tenant-a").create("gpu-rtx-4090");
        }
        assertThat(file).isSymbolicLink();
        assertThat(target).isNotEmptyFile();
        assertThat(instances()).isEqualTo(1);
    }

    @Test
    void rejectsAFolderThatCannotBeWritten() {
        assertThatThrownBy(() -> open(file.resolve("no/such/folder.json"), Long.MAX_VALUE))
                .hasMessageContaining("cannot be written");
    }
}
