package io.gpucloud.testing;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The commands that run the stub, with the options that make it start fast. */
final class JavaCommand {

    private static final List<String> ALWAYS = List.of(
            // Another JVM than HotSpot knows other options.
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            // The default is two on some machines, and then they take time from the thread that starts.
            "-XX:CICompilerCount=1",
            "-Xms64m",
            // Large enough that a start collects garbage once or twice, not ten times.
            "-Xmn48m",
            "-Xmx256m",
            // Otherwise the classes of a start cause a full collection.
            "-XX:MetaspaceSize=64m",
            // Touches fewer pages. Linux only, and only where the system allows it.
            "-XX:+UseTransparentHugePages",
            "-XX:-UsePerfData",
            "-Xlog:disable",
            "-Dspring.aot.enabled=true",
            // Since JDK 18, reflection otherwise generates code for each method at its first call.
            "-Djdk.reflect.useNativeAccessorOnly=true",
            // Would load on a second thread what a start does not need.
            "-Dspring.backgroundpreinitializer.ignore=true");

    private JavaCommand() {}

    /** The command up to the arguments of the main class. */
    static List<String> toServe(StubFiles files, ProcessFolder folder, List<String> options) {
        List<String> command = base();
        command.addAll(options);
        ClassArchive archive = ClassArchive.of(files);
        if (archive.isUsable()) {
            command.add(archive.useOption());
        } else {
            // The classes come from this jar only, whose hash is known. Verification would take a good part of the
            // start.
            command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"));
        }
        if (files.temporary()) {
            command.add("-Dgpu-cloud.stub.temporary=" + files.folder());
        }
        command.addAll(List.of(
                "-cp",
                files.jar().toString(),
                "-Djava.io.tmpdir=" + folder.path(),
                "-Dgpu-cloud.stub.run=" + folder.path(),
                "io.gpucloud.stub.StubProcessMain"));
        return command;
    }

    static List<String> base() {
        List<String> command = new ArrayList<>();
        command.add(executable());
        command.addAll(ALWAYS);
        return command;
    }

    private static String executable() {
        String chosen = LibrarySetting.JAVA.value();
        if (chosen != null) {
            return chosen;
        }
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return System.getProperty("java.home") + File.separator + "bin" + File.separator
                + (windows ? "java.exe" : "java");
    }
}
