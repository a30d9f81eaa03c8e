package io.gpucloud.testing;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The class archive of one JDK: the classes of the stub as the JVM has them in memory, for faster starts. The JVM
 * ignores one that does not fit, but crashes with one that was cut.
 */
record ClassArchive(StubFiles files, Path file) {

    /** From this version on a single run records and creates an archive that also holds linked classes. */
    private static final int AOT_CACHE = 25;

    private static boolean planned;

    static ClassArchive of(StubFiles files) {
        String jdk = System.getProperty("java.vm.version")
                + System.getProperty("java.home")
                + System.getProperty("os.arch")
                + LibrarySetting.JAVA.value();
        String id = UUID.nameUUIDFromBytes(jdk.getBytes(StandardCharsets.UTF_8)).toString();
        return new ClassArchive(files, files.folder().resolve("classes-" + id + ".archive"));
    }

    /** Whether it exists and is complete. */
    boolean isUsable() {
        return new SealedFile(file).isIntact(files.user());
    }

    String useOption() {
        return (aotCache() ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + file;
    }

    private static List<String> createOptions(Path archive) {
        return aotCache()
                ? List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + archive)
                : List.of("-XX:ArchiveClassesAtExit=" + archive);
    }

    private static boolean aotCache() {
        return Runtime.version().feature() >= AOT_CACHE;
    }

    /**
     * Creates the archive for later starts, unless there is one. That takes 4 to 7 seconds, so a process of its own
     * does it after the last test, when this JVM ends. A killed JVM does not start that process.
     */
    static synchronized void createAtExit(StubFiles files) {
        if (planned || files.temporary() || "false".equals(LibrarySetting.TRAINING.value())) {
            return;
        }
        planned = true;
        ClassArchive archive = of(files);
        if (!archive.isUsable()) {
            // A damaged one would keep the process from creating another.
            archive.file().toFile().delete();
            Runtime.getRuntime().addShutdownHook(new Thread(archive::startCreation, "gpu-cloud-stub-training"));
        }
    }

    private void startCreation() {
        try {
            ProcessBuilder builder = new ProcessBuilder(creationCommand())
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
    List<String> creationCommand() {
        Path part = files.folder().resolve("classes-" + UUID.randomUUID() + ".part");
        List<String> command = new ArrayList<>(JavaCommand.base());
        command.addAll(List.of(
                "-cp",
                files.jar().toString(),
                "io.gpucloud.stub.ClassArchiveCreator",
                part.toString(),
                file.toString()));
        command.addAll(JavaCommand.base());
        command.addAll(createOptions(part));
        command.addAll(List.of("-cp", files.jar().toString(), "io.gpucloud.stub.ClassArchiveTraining", "tests", "1"));
        return command;
    }
}
