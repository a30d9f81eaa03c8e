package io.gpucloud.stub.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A TCP proxy in this JVM before each member. Members know each other by the addresses of the proxies and connect from them, so a proxy
 * sees who calls. While a direction is cut, its bytes wait in the proxy and connections stay open, as they do when packets are lost.
 */
final class ProxyNetwork implements PartitionedNetwork {

    private static final String OUTSIDE = "127.0.11.";
    private static final String INSIDE = "127.0.12.";
    private static final int BUFFER = 8_192;

    private final List<ServerSocket> proxies = new ArrayList<>();
    private final boolean[][] isCut = new boolean[MEMBERS][MEMBERS];

    ProxyNetwork() {
        for (int member = 0; member < MEMBERS; member++) {
            ServerSocket proxy = listen(OUTSIDE + (member + 1));
            proxies.add(proxy);
            int to = member;
            start("proxy of member " + member, () -> accept(proxy, to));
        }
    }

    private static ServerSocket listen(String address) {
        try {
            return new ServerSocket(0, 50, InetAddress.getByName(address));
        } catch (IOException unavailable) {
            throw new UncheckedIOException(unavailable);
        }
    }

    /** The addresses by which the members know each other. */
    List<String> addresses() {
        return IntStream.range(0, MEMBERS)
                .mapToObj(member ->
                        OUTSIDE + (member + 1) + ":" + proxies.get(member).getLocalPort())
                .toList();
    }

    /** The settings of Hazelcast for the member with one of the addresses. */
    Map<String, String> properties(String address) {
        return Map.of(
                "hazelcast.local.localAddress",
                INSIDE + (addresses().indexOf(address) + 1),
                "hazelcast.local.publicAddress",
                address,
                "hazelcast.socket.client.bind.any",
                "false");
    }

    @Override
    public void cut(int from, int to) {
        set(from, to, true);
    }

    @Override
    public void restore(int from, int to) {
        set(from, to, false);
    }

    private synchronized void set(int from, int to, boolean cut) {
        isCut[from][to] = cut;
        notifyAll();
    }

    private synchronized void awaitRestored(int from, int to) {
        while (isCut[from][to]) {
            try {
                wait();
            } catch (InterruptedException stopping) {
                throw new IllegalStateException(stopping);
            }
        }
    }

    private void accept(ServerSocket proxy, int to) {
        while (!proxy.isClosed()) {
            try {
                Socket caller = proxy.accept();
                int from = caller.getInetAddress().getAddress()[3] - 1;
                start(
                        "connection of member " + from + " to " + to,
                        () -> connect(caller, from, to, proxy.getLocalPort()));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket caller, int from, int to, int port) {
        awaitRestored(from, to);
        Socket member = new Socket();
        try {
            member.connect(new InetSocketAddress(INSIDE + (to + 1), port));
        } catch (IOException notListening) {
            close(caller);
            return;
        }
        start("bytes of member " + to + " to " + from, () -> pass(member, caller, to, from));
        pass(caller, member, from, to);
    }

    private void pass(Socket source, Socket target, int from, int to) {
        byte[] buffer = new byte[BUFFER];
        try {
            source.setTcpNoDelay(true);
            target.setTcpNoDelay(true);
            InputStream in = source.getInputStream();
            OutputStream out = target.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                awaitRestored(from, to);
                out.write(buffer, 0, length);
            }
        } catch (IOException broken) {
            // The other end learns of it like of any byte: when the link is restored.
        }
        awaitRestored(from, to);
        close(target);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        for (ServerSocket proxy : proxies) {
            try {
                proxy.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
