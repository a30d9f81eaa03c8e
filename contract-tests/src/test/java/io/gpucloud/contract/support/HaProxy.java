package io.gpucloud.contract.support;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** HAProxy, which sends each request to the next stub. */
public final class HaProxy implements AutoCloseable {

    private final Process process;
    private final int port;

    private HaProxy(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static HaProxy start(Path folder, List<URI> stubs) throws Exception {
        int port = ExternalProgram.freePort();
        String servers = IntStream.range(0, stubs.size())
                .mapToObj(i -> "  server stub" + i + " " + stubs.get(i).getAuthority() + " check inter 100\n")
                .collect(Collectors.joining());
        // The same options as in the guide for teams. The same connection serves many requests, and each of them has
        // its own stub.
        Path file = Files.writeString(folder.resolve("haproxy.cfg"), """
                defaults
                  mode http
                  timeout connect 2s
                  timeout client 75s
                  timeout server 75s
                  retries 0
                frontend all
                  bind 127.0.0.1:%d
                  default_backend stubs
                backend stubs
                  balance roundrobin
                """.formatted(port) + servers);
        Process process = ExternalProgram.of(ExternalProgram.require("haproxy", "/usr/sbin/haproxy"), "-f", file)
                .start();
        Poll.until(() -> ExternalProgram.accepts(port), () -> !process.isAlive());
        return new HaProxy(process, port);
    }

    /** The base URL with the version. */
    public URI baseUrl() {
        return URI.create("http://127.0.0.1:" + port + "/api/open/v2");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
