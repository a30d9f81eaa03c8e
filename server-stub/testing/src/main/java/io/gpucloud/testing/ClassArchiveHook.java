package io.gpucloud.testing;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Creates the class archive for later starts. That takes 4 to 7 seconds, so a process of its own does it after the last test, when
 * this JVM ends. A killed JVM does not start that process.
 */
final class ClassArchiveHook {

    private static boolean planned;

    private ClassArchiveHook() {}

    static synchronized void atExit(StubFiles files) {
        boolean unwanted = files.temporary() || "false".equals(LibrarySetting.TRAINING.value());
        if (planned || unwanted) {
            return;
        }
        planned = true;
        ClassArchive archive = ClassArchive.in(files);
        if (archive.usable()) {
            return;
        }
        // A damaged one would keep the process from creating another.
        archive.file().toFile().delete();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> start(files), "gpu-cloud-stub-training"));
    }

    private static void start(StubFiles files) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command(files))
                    .redirectInput(Redirect.PIPE)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD);
            builder.environment().keySet().removeIf(StubProcess::isOfTheTests);
            builder.start();
        } catch (IOException impossible) {
            // Without an archive, starts only take longer.
        }
    }

    /** A small program that runs the second command, and renames the archive when it is complete. */
    static List<String> command(StubFiles files) {
        Path archive = ClassArchive.in(files).file();
        Path part = files.folder().resolve("classes-" + UUID.randomUUID() + ".part");
        List<String> command = new ArrayList<>(JavaCommand.base());
        command.addAll(List.of(
                "-cp",
                files.jar().toString(),
                "io.gpucloud.stub.ClassArchiveCreator",
                part.toString(),
                archive.toString()));
        command.addAll(JavaCommand.base());
        command.addAll(ClassArchive.createOptions(part));
        command.addAll(List.of("-cp", files.jar().toString(), "io.gpucloud.stub.ClassArchiveTraining", "tests", "1"));
        return command;
    }
}
