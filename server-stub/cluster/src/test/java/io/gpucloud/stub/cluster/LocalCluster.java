package io.gpucloud.stub.cluster;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Members of a cluster in this JVM. */
final class LocalCluster implements AutoCloseable {

    private final List<String> members;
    private final String[] settings;
    private final List<GpuCloudStub> stubs = new ArrayList<>();

    private LocalCluster(List<String> members, String... settings) {
        this.members = members;
        this.settings = settings;
    }

    static LocalCluster of(int size, String... settings) {
        LocalCluster cluster = new LocalCluster(freeAddresses(size), settings);
        cluster.stubs.addAll(cluster.together(cluster.members));
        return cluster;
    }

    /** Starts members at the same time, because each one waits for a majority. */
    private List<GpuCloudStub> together(List<String> selves) {
        ExecutorService starters = Executors.newFixedThreadPool(selves.size());
        try {
            return selves.stream()
                    .map(self ->
                            CompletableFuture.supplyAsync(() -> GpuCloudStubCluster.start(settingsOf(self)), starters))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        } finally {
            starters.shutdown();
        }
    }

    static List<String> freeAddresses(int size) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < size; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<String> addresses = new ArrayList<>();
            for (ServerSocket socket : sockets) {
                addresses.add("127.0.0.1:" + socket.getLocalPort());
                socket.close();
            }
            return addresses;
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    String[] settingsOf(String self, String... more) {
        return Stream.of(
                        Stream.of("stub.cluster.members=" + String.join(",", members), "stub.cluster.self=" + self),
                        Arrays.stream(settings),
                        Arrays.stream(more))
                .flatMap(all -> all)
                .toArray(String[]::new);
    }

    List<String> members() {
        return members;
    }

    GpuCloudStub stub(int number) {
        return stubs.get(number);
    }

    /** Stops a member, which hands its accounts over. */
    void stop(int number) {
        stubs.get(number).close();
    }

    /** Starts a member that was stopped. */
    void start(int number, String... more) {
        stubs.set(number, GpuCloudStubCluster.start(settingsOf(members.get(number), more)));
    }

    @Override
    public void close() {
        stubs.forEach(GpuCloudStub::close);
    }
}
