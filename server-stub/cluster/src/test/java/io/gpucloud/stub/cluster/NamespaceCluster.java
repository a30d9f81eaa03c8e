package io.gpucloud.stub.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Members in processes with HTTP, each in a network namespace of its own. */
final class NamespaceCluster implements PartitionedCluster {

    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final String METERS = "gpu_cloud_stub_cluster_";

    private final NamespaceNetwork network = new NamespaceNetwork();
    private final List<MemberProcess> members = new ArrayList<>();
    private final List<Load> loads = new ArrayList<>();

    /** Starts the members, which write their logs to a directory. */
    NamespaceCluster(Path logs) {
        // Also when the tests are stopped.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        members.addAll(MemberProcess.cluster(
                network.addresses(),
                network::launcher,
                logs,
                "stub.lifecycle.boot=0s",
                "stub.metering.require-funds=false"));
        try {
            members.forEach(MemberProcess::begin);
            members.forEach(MemberProcess::awaitStarted);
        } catch (RuntimeException | AssertionError failed) {
            close();
            throw failed;
        }
    }

    @Override
    public NamespaceNetwork network() {
        return network;
    }

    @Override
    public Users use(String prefix, int accounts) {
        List<URI> urls = members.stream().map(MemberProcess::baseUrl).toList();
        Load load = new Load(prefix, accounts, urls, PAUSE);
        loads.add(load);
        load.start();
        return new RemoteUsers(load);
    }

    @Override
    public int seenBy(int member) {
        return (int) meter(member, "members");
    }

    @Override
    public boolean backupsAreInSync(int member) {
        return meter(member, "backups_in_sync") == 1;
    }

    @Override
    public long divergences() {
        long sum = 0;
        for (int member = 0; member < members.size(); member++) {
            sum += (long) meter(member, "divergences_total");
        }
        return sum;
    }

    private double meter(int member, String name) {
        String meters = members.get(member)
                .http()
                .send("GET", "/actuator/prometheus", null, null)
                .body();
        Matcher line = Pattern.compile("(?m)^" + METERS + name + " (\\S+)$").matcher(meters);
        if (!line.find()) {
            throw new IllegalStateException("no " + METERS + name + " in " + meters);
        }
        return Double.parseDouble(line.group(1));
    }

    @Override
    public void close() {
        loads.forEach(Load::abandon);
        members.forEach(MemberProcess::close);
        network.close();
    }

    private final class RemoteUsers implements Users {

        private final Load load;

        RemoteUsers(Load load) {
            this.load = load;
        }

        @Override
        public int acknowledged() {
            return load.done();
        }

        @Override
        public int failed() {
            return load.failed();
        }

        @Override
        public boolean areServedBy(int member) {
            return load.keys().stream()
                    .allMatch(key -> members.get(member).http().serves(key));
        }

        @Override
        public void stop() throws InterruptedException {
            load.stop();
        }

        @Override
        public void verify() {
            load.verify(members);
        }
    }
}
