package io.gpucloud.contract.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.testing.StubClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The clock of an account as the time of several processes. It advances to the end of the next pause when each process
 * has one, so the time does not depend on the speed of the machine. A process says on its output until when it pauses,
 * and reads the time from its input.
 */
final class SharedClock {

    private static final String UNTIL = "until ";

    private final StubClock clock;
    private final List<Program> programs = new ArrayList<>();
    private Instant now;

    SharedClock(StubClock clock, int programs) {
        clock.freeze();
        this.clock = clock;
        now = clock.now();
        Stream.generate(Program::new).limit(programs).forEach(this.programs::add);
    }

    List<Program> programs() {
        return programs;
    }

    private synchronized void pauses(Program program, Instant until) {
        program.until = until;
        if (programs.stream().allMatch(other -> other.until != null)) {
            advance(programs.stream()
                    .map(other -> Objects.requireNonNull(other.until))
                    .min(Comparator.naturalOrder())
                    .orElseThrow());
        }
    }

    /** The stub counts whole seconds. */
    private void advance(Instant next) {
        if (next.equals(Instant.MAX)) {
            return;
        }
        if (next.isAfter(now)) {
            Instant end = next.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
            clock.advance(Duration.between(now, end));
            now = end;
        }
        for (Program program : programs) {
            if (!now.isBefore(Objects.requireNonNull(program.until))) {
                program.until = null;
            }
            program.send(now);
        }
    }

    /** A program, which may be killed and started again. While it starts, the time stands still. */
    final class Program implements AutoCloseable {

        private @Nullable Process process;
        private @Nullable Instant until;

        void start(Class<?> main, Object... arguments) throws IOException {
            process = JavaProcess.start(main, arguments);
            synchronized (SharedClock.this) {
                send(now);
            }
        }

        /** The next line that it prints; null after its end. */
        @Nullable
        String readLine() throws IOException {
            BufferedReader output = Objects.requireNonNull(process).inputReader(StandardCharsets.UTF_8);
            String line = output.readLine();
            while (line != null && line.startsWith(UNTIL)) {
                pauses(this, Instant.parse(line.substring(UNTIL.length())));
                line = output.readLine();
            }
            return line;
        }

        void kill() throws InterruptedException {
            Objects.requireNonNull(process).destroyForcibly().waitFor();
            synchronized (SharedClock.this) {
                until = null;
            }
        }

        /** Waits for its end. Returns its exit code. */
        int end() throws InterruptedException {
            return Objects.requireNonNull(process).waitFor();
        }

        /** The end of what it printed as an error, after its end. */
        String error() {
            return Objects.requireNonNull(process)
                    .errorReader(StandardCharsets.UTF_8)
                    .lines()
                    .collect(Collectors.joining("\n"));
        }

        private void send(Instant time) {
            try {
                if (process != null) {
                    process.outputWriter(StandardCharsets.UTF_8)
                            .append(time + "\n")
                            .flush();
                }
            } catch (IOException ended) {
                // Nothing waits for the time any more.
            }
        }

        /** The others go on without it. */
        @Override
        public void close() {
            if (process != null) {
                process.destroyForcibly();
            }
            pauses(this, Instant.MAX);
        }
    }

    /** The time of a program. A thread that works while another one pauses may see it advance. */
    static final class Time implements WaitTimer {

        private final PriorityQueue<Pause> pauses = new PriorityQueue<>(Comparator.comparing(Pause::end));
        private Instant now;

        private record Pause(Instant end, CompletableFuture<@Nullable Void> over) {}

        private Time(Instant now) {
            this.now = now;
        }

        /** Reads the time from the input of this process. */
        static Time start() {
            Scanner input = new Scanner(System.in, StandardCharsets.UTF_8);
            Time time = new Time(Instant.parse(input.nextLine()));
            Thread thread = new Thread(() -> {
                while (input.hasNextLine()) {
                    time.advance(Instant.parse(input.nextLine()));
                }
                // The test has ended without it.
                Runtime.getRuntime().halt(1);
            });
            thread.setDaemon(true);
            thread.start();
            return time;
        }

        private synchronized void advance(Instant next) {
            now = next;
            while (!pauses.isEmpty() && !pauses.element().end().isAfter(now)) {
                // The work after a pause may pause itself.
                pauses.remove().over().completeAsync(() -> null, work -> new Thread(work).start());
                print();
            }
        }

        private void print() {
            if (!pauses.isEmpty()) {
                System.out.println(UNTIL + pauses.element().end());
            }
        }

        @Override
        public synchronized Instant now() {
            return now;
        }

        @Override
        public synchronized CompletableFuture<@Nullable Void> after(Duration delay) {
            Pause pause = new Pause(now.plus(delay), new CompletableFuture<>());
            pauses.add(pause);
            print();
            return pause.over();
        }
    }
}
