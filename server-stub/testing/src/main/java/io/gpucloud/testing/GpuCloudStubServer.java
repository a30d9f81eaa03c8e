package io.gpucloud.testing;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A stub of the Cloud GPU Instance Service API that tests use. {@link #start} runs it as a process of its own, which
 * ends with this JVM; {@link #attach(URI)} uses a running one.
 *
 * <p>Settings are system properties, environment variables such as {@code GPU_CLOUD_STUB_URL}, or lines in
 * {@code junit-platform.properties}:
 *
 * <ul>
 *   <li>{@code gpu-cloud.stub.url}: address of a running stub, for example one of docker compose. {@link #start}
 *       attaches to it and starts none.
 *   <li>{@code gpu-cloud.stub.admin-token}: admin token of that stub.
 *   <li>{@code gpu-cloud.stub.java}: Java executable that runs the stub, version 17 or later. Default: that of this
 *       JVM.
 *   <li>{@code gpu-cloud.stub.reuse}: {@code true} if a stub stays for the next JVM with the same settings and the same
 *       version of this library, until nothing has used it for ten minutes. Not where the environment variable
 *       {@code CI} is set. Default: {@code false}.
 *   <li>{@code gpu-cloud.stub.start-timeout}: seconds that a start may take. Default: 60.
 *   <li>{@code gpu-cloud.stub.cache}: folder for the stub's jar. Default: {@code gpu-cloud-stub} in the cache folder of
 *       the user.
 *   <li>{@code gpu-cloud.stub.training}: {@code false} if this JVM must not create a class archive there when it ends.
 *       The archive makes later starts faster.
 * </ul>
 */
public final class GpuCloudStubServer implements AutoCloseable {

    private static final String VERSION_PATH = "/api/open/v2";
    private static final Pattern UNDERSCORE = Pattern.compile("(\\w[\\w.-]*_[\\w.-]*)(?::([0-9]{1,5}))?");

    /** Several JVMs may share a stub, so the names of accounts differ between JVMs. */
    private static final String TENANT =
            "tenant-" + UUID.randomUUID().toString().substring(0, 18) + "-";

    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private final URI baseUrl;
    private final AdminApi admin;
    private final Runnable release;
    private final Queue<StubAccount> accounts = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private GpuCloudStubServer(URI origin, @Nullable String adminToken, Runnable release) {
        this.baseUrl = URI.create(origin + VERSION_PATH);
        this.admin = new AdminApi(origin, adminToken);
        this.release = release;
    }

    /**
     * Starts a stub on a free port of the loopback interface. Calls with the same settings share one process, which
     * ends when all of them are closed.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}; default settings if there are none
     * @throws IllegalArgumentException if a setting is not of the form {@code name=value}
     * @throws IllegalStateException if it cannot be started, or if there are settings and {@code gpu-cloud.stub.url} is
     *     set; the message says what to do
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public static GpuCloudStubServer start(String... settings) {
        String url = LibrarySetting.URL.value();
        if (url != null) {
            if (settings.length > 0) {
                throw new IllegalStateException(
                        "This test needs a stub with the settings " + List.of(settings)
                                + ", but gpu-cloud.stub.url (or GPU_CLOUD_STUB_URL) selects the running stub " + url
                                + ". Unset it for this test, or start that stub with these settings and use GpuCloudStubServer.start().");
            }
            return attach(URI.create(url), LibrarySetting.ADMIN_TOKEN.value());
        }
        SharedStubProcess process = SharedStubProcess.acquire(SharedStubProcess.checked(settings));
        return new GpuCloudStubServer(process.stub().origin(), process.stub().adminToken(), process::release);
    }

    /**
     * Uses a running stub without an admin token.
     *
     * @param url its address, with or without the path of the public API
     * @return the stub; closing it does not stop it
     */
    public static GpuCloudStubServer attach(URI url) {
        return attach(url, null);
    }

    /**
     * Uses a running stub.
     *
     * @param url its address, with or without the path of the public API
     * @param adminToken value of its setting {@code stub.admin.token}, or null if it has none
     * @return the stub; closing it does not stop it
     */
    public static GpuCloudStubServer attach(URI url, @Nullable String adminToken) {
        URI stub = callable(url);
        if (stub.getScheme() == null || stub.getHost() == null) {
            throw new IllegalArgumentException(
                    "\"" + stub + "\" is no address of a stub. Write it as http://host:port.");
        }
        String path = stub.getRawPath().replaceFirst("/$", "");
        if (!path.isEmpty() && !path.equals(VERSION_PATH)) {
            throw new IllegalArgumentException("The address of a stub has no path but " + VERSION_PATH + ", and \""
                    + stub + "\" has " + path + ". Write it as http://host:port.");
        }
        return new GpuCloudStubServer(URI.create(stub.getScheme() + "://" + stub.getAuthority()), adminToken, () -> {});
    }

    /**
     * The HTTP client of the JDK calls no host with an underscore, which Compose allows in names of services: its IP
     * address instead.
     */
    private static URI callable(URI url) {
        Matcher service = UNDERSCORE.matcher(String.valueOf(url.getRawAuthority()));
        if (url.getHost() != null || !service.matches()) {
            return url;
        }
        try {
            String address = InetAddress.getByName(service.group(1)).getHostAddress();
            int port = service.group(2) == null ? -1 : Integer.parseInt(service.group(2));
            return new URI(url.getScheme(), null, address, port, url.getPath(), null, null);
        } catch (UnknownHostException | URISyntaxException unusable) {
            throw new IllegalArgumentException("\"" + url + "\" has a host that is not known.", unusable);
        }
    }

    /** {@return the base address of the public API, with the version of the API at its end} */
    public URI baseUrl() {
        return baseUrl;
    }

    /**
     * Returns an account that no other test has. The stub opens it at its first use.
     *
     * @return the account; it is closed with this object, if you do not close it before
     */
    public StubAccount newAccount() {
        StubAccount account = nextAccount();
        accounts.add(account);
        return account;
    }

    /** An account that is closed by the caller. */
    StubAccount nextAccount() {
        return new StubAccount(baseUrl, TENANT + ACCOUNTS.incrementAndGet(), admin);
    }

    /**
     * Closes the accounts, and ends the process unless another part of this JVM uses it. A stub that this object is
     * attached to keeps running.
     */
    @Override
    public void close() {
        try {
            for (StubAccount next = accounts.poll(); next != null; next = accounts.poll()) {
                next.close();
            }
        } finally {
            if (closed.compareAndSet(false, true)) {
                release.run();
            }
        }
    }

    /**
     * Ends all stubs of this user that stay for later JVMs, see {@code gpu-cloud.stub.reuse}. The command
     * {@code gpu-cloud-stub stop} does the same.
     */
    public static void stopReused() {
        StubProcess.stopReused(StubFiles.installed());
    }
}
