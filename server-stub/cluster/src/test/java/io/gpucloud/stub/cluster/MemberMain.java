package io.gpucloud.stub.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A member in its own process, which can be paused while its connections stay open. */
final class MemberMain implements AutoCloseable {

    private final Process process;

    private MemberMain(Process process) {
        this.process = process;
    }

    /** Starts the process without waiting: a member needs a majority to join. */
    static MemberMain begin(String self, List<String> named, Path log) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                MemberMain.class.getName(),
                self));
        command.addAll(named);
        try {
            return new MemberMain(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(new File(log.toString()))
                    .start());
        } catch (IOException unstartable) {
            throw new UncheckedIOException(unstartable);
        }
    }

    /** Runs a member until the process that has started it ends. */
    public static void main(String[] selfAndNamed) throws IOException {
        List<String> all = List.of(selfAndNamed);
        ThreeMembers.accounts(ThreeMembers.join(all.get(0), all.subList(1, all.size())), InstantSource.system());
        while (System.in.read() >= 0) {
            System.out.println("this process reads no input");
        }
        Runtime.getRuntime().halt(0);
    }

    void pause() {
        try {
            int exit = new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IllegalStateException("the member was not paused: kill ended with " + exit);
            }
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
