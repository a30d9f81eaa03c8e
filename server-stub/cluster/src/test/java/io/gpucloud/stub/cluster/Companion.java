package io.gpucloud.stub.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A member of a trio in a process of its own, so that it can fall silent while its connections stay open. */
final class Companion implements AutoCloseable {

    private final Process process;

    private Companion(Process process) {
        this.process = process;
    }

    /** It is not waited for: a member needs a majority to join. */
    static Companion begin(String self, List<String> named, Path log) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Companion.class.getName(),
                self));
        command.addAll(named);
        try {
            return new Companion(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(new File(log.toString()))
                    .start());
        } catch (IOException unstartable) {
            throw new UncheckedIOException(unstartable);
        }
    }

    /** Joins, keeps accounts, and ends with whoever has started it. */
    public static void main(String[] selfAndNamed) throws IOException {
        List<String> all = List.of(selfAndNamed);
        Trio.accounts(Trio.join(all.get(0), all.subList(1, all.size())), InstantSource.system());
        while (System.in.read() >= 0) {
            System.out.println("nothing is asked of this process");
        }
        Runtime.getRuntime().halt(0);
    }

    void fallSilent() {
        try {
            new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
