package io.gpucloud.stub.junit;

import io.gpucloud.stub.GpuCloudStub;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The stubs that all tests of a JVM share, one for each combination of settings. Starting a stub takes about a second, and opening an
 * account almost no time. The stubs end with the JVM.
 */
final class SharedStub {

    private static final String JOURNAL = "stub.limits.journal=";

    private static final Map<List<String>, SharedStub> RUNNING = new ConcurrentHashMap<>();

    private final URI baseUrl;
    private final AdminCalls calls;
    private final AtomicInteger accounts = new AtomicInteger();

    private SharedStub(List<String> settings) {
        GpuCloudStub stub = GpuCloudStub.start(withJournal(settings).toArray(String[]::new));
        baseUrl = stub.baseUrl();
        calls = new AdminCalls(baseUrl, stub.adminToken().orElse(null));
    }

    static SharedStub with(List<String> settings) {
        return RUNNING.computeIfAbsent(settings, SharedStub::new);
    }

    /** Large enough for the requests of all tests, so that a busy test does not displace those of others. */
    private static Stream<String> withJournal(List<String> settings) {
        boolean named = settings.stream().anyMatch(setting -> setting.startsWith(JOURNAL));
        return Stream.concat(named ? Stream.empty() : Stream.of(JOURNAL + StubJournal.MOST), settings.stream());
    }

    StubAccount newAccount() {
        return new StubAccount(baseUrl, "tenant-" + accounts.incrementAndGet(), calls);
    }
}
