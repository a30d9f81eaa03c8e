package io.gpucloud.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares the CPU time per request of several servers. All servers run at the same time. They get requests in turn, one
 * second each, so that other load of the machine affects them equally. Prints a Markdown table: microseconds per operation, their mean, and
 * the ratio of that mean to the mean of the first server.
 */
public final class CpuPerRequestBenchmark {

    private static final int CALLERS = 16;
    private static final int WARM_UP = 12;
    private static final int TURNS = 8;
    private static final long TURN_NANOS = 1_000_000_000;
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern SERVER = Pattern.compile("(?<name>[^=]+)=(?<pid>\\d+)@(?<url>http://.+)");

    /** The operations to measure. */
    private enum Asked {
        LIST_GPUS("list GPUs", "/gpu/list"),
        CREATE("create", "/instance/create_by_pod"),
        LIST_PODS("list pods", "/pod/list?page=1&page_size=20");

        private final String title;
        private final String path;

        Asked(String title, String path) {
            this.title = title;
            this.path = path;
        }
    }

    private final ExecutorService callers;
    private final List<Server> servers;

    private CpuPerRequestBenchmark(ExecutorService callers, List<Server> servers) {
        this.callers = callers;
        this.servers = servers;
    }

    /** A server in a process of its own, with the measured microseconds per operation. */
    private record Server(
            String name, ProcessHandle process, ApacheCaller caller, String creation, List<Double> micros) {

        static Server of(String name, long pid, String baseUrl) throws IOException {
            ProcessHandle process = ProcessHandle.of(pid)
                    .orElseThrow(() -> new IllegalArgumentException(name + ": there is no process " + pid));
            ApacheCaller caller = new ApacheCaller(baseUrl, "tenant-load");
            String creation = "{\"pod_uuid\":\"%s\",\"gpu_uuid\":\"%s\",\"gpu_nums\":1}"
                    .formatted(
                            first(caller, Asked.LIST_PODS, "/data/pod_list/0/uuid"),
                            first(caller, Asked.LIST_GPUS, "/data/gpu_list/0/gpu_uuid"));
            return new Server(name, process, caller, creation, new ArrayList<>());
        }

        private static String first(ApacheCaller caller, Asked asked, String pointer) throws IOException {
            return JSON.readTree(caller.exchange(asked.path, null)).at(pointer).asString();
        }

        static Server parse(String argument) throws IOException {
            Matcher parts = SERVER.matcher(argument);
            if (!parts.matches()) {
                throw new IllegalArgumentException("not NAME=PID@http://HOST:PORT/BASE_PATH: " + argument);
            }
            return of(parts.group("name"), Long.parseLong(parts.group("pid")), parts.group("url"));
        }

        /** CPU time of all threads since the start of the process; the system measures it in hundredths of a second. */
        Duration cpu() {
            return process.info().totalCpuDuration().orElseThrow();
        }

        double mean() {
            return micros.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }
    }

    /**
     * Measures servers and prints the table.
     *
     * @param arguments running servers, as {@code NAME=PID@http://HOST:PORT/BASE_PATH}, or {@code true} to start a stub and measure it
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[0].equals("true")) {
            StubProcess stub = StubProcess.start("stub.limits.instances=1000000");
            try {
                print(List.of(Server.of("stub", stub.pid(), stub.baseUrl())));
            } finally {
                stub.stop();
            }
        } else {
            List<Server> servers = new ArrayList<>();
            for (String argument : arguments) {
                servers.add(Server.parse(argument));
            }
            print(servers);
        }
    }

    private static void print(List<Server> servers) throws IOException, InterruptedException {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            new CpuPerRequestBenchmark(callers, servers).measure();
        } finally {
            callers.shutdownNow();
        }
        System.out.printf(
                "%n| µs of CPU for a request | %s | mean | : %s |%n|---|%s---:|---:|%n",
                Arrays.stream(Asked.values()).map(asked -> asked.title).collect(Collectors.joining(" | ")),
                servers.get(0).name(),
                "---:|".repeat(Asked.values().length));
        for (Server server : servers) {
            String micros = server.micros().stream()
                    .map(each -> String.format(Locale.ROOT, "%,.0f", each))
                    .collect(Collectors.joining(" | "));
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %,.0f | %.2f |%n",
                    server.name(),
                    micros,
                    server.mean(),
                    server.mean() / servers.get(0).mean());
        }
    }

    private void measure() throws IOException, InterruptedException {
        // Warms up all operations before the first measurement, so that later ones do not profit from the code that
        // they share.
        for (Asked asked : Asked.values()) {
            take(asked, WARM_UP);
        }
        for (Asked asked : Asked.values()) {
            List<Duration> before = servers.stream().map(Server::cpu).toList();
            List<Long> requests = take(asked, TURNS);
            for (int i = 0; i < servers.size(); i++) {
                Duration taken = servers.get(i).cpu().minus(before.get(i));
                servers.get(i).micros().add(taken.toNanos() / 1e3 / requests.get(i));
            }
        }
    }

    /** Gives each server the same number of turns, in alternating order. Returns the number of responses of each server. */
    private List<Long> take(Asked asked, int turns) throws IOException, InterruptedException {
        List<Long> requests = new ArrayList<>(Collections.nCopies(servers.size(), 0L));
        for (int turn = 0; turn < turns; turn++) {
            for (int i = 0; i < servers.size(); i++) {
                int next = turn % 2 == 0 ? i : servers.size() - 1 - i;
                requests.set(next, requests.get(next) + turn(servers.get(next), asked));
            }
        }
        return requests;
    }

    /** Sends requests for a second. Returns the number of responses. */
    private long turn(Server server, Asked asked) throws IOException, InterruptedException {
        byte[] body = asked == Asked.CREATE ? server.creation().getBytes(UTF_8) : null;
        long end = System.nanoTime() + TURN_NANOS;
        Callable<Long> caller = () -> {
            long answered = 0;
            while (System.nanoTime() < end) {
                // An error can also have HTTP 200, and needs less CPU time.
                AccountCaller.good(server.caller().exchange(asked.path, body), asked.path);
                answered++;
            }
            return answered;
        };
        long answered = 0;
        for (Future<Long> each : callers.invokeAll(Collections.nCopies(CALLERS, caller))) {
            try {
                answered += each.get();
            } catch (ExecutionException failed) {
                throw new IOException(server.name() + " did not answer " + asked.path, failed.getCause());
            }
        }
        return answered;
    }
}
