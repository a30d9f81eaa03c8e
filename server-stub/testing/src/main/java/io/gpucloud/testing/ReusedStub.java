package io.gpucloud.testing;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stub that stays after this JVM, with {@code gpu-cloud.stub.reuse}. Its folder has a name that later JVMs with the
 * same settings know. The stub writes its address there.
 */
final class ReusedStub {

    private static final Duration IDLE = Duration.ofMinutes(10);

    private ReusedStub() {}

    static boolean isWanted() {
        String ci = System.getenv("CI");
        boolean inCi = ci != null && !ci.isBlank() && !ci.equals("false");
        return "true".equals(LibrarySetting.REUSE.value()) && !inCi;
    }

    static RunningStub attachOrStart(List<String> settings) {
        String id = id(settings);
        RunningStub running = find(id);
        return running == null ? start(id, settings) : running;
    }

    private static @Nullable RunningStub find(String id) {
        try {
            return find(StubFiles.runOfTheUser(id));
        } catch (InvalidPathException noCache) {
            return null;
        }
    }

    private static RunningStub start(String id, List<String> settings) {
        StubFiles files = StubFiles.installed();
        if (files.temporary()) {
            return StubProcess.start(settings);
        }
        ProcessFolder folder = files.run(id);
        // Ends at once if another JVM has just started the same stub.
        StubProcess.start(files, folder, settings, List.of("-Dgpu-cloud.stub.idle=" + IDLE));
        RunningStub started = find(folder.path());
        if (started == null) {
            throw new IllegalStateException("The stub that this JVM has started cannot be found in " + folder.path()
                    + ". Has the folder been deleted?");
        }
        return started;
    }

    private static @Nullable RunningStub find(Path run) {
        try {
            Path own = run.toRealPath();
            Path address = own.resolve("address");
            OwnFiles.require(address, StubFiles.user(own));
            // The stub does not end while this file changes, and removes it before it ends.
            if (!StubFiles.isRunning(own) || !address.toFile().setLastModified(System.currentTimeMillis())) {
                return null;
            }
            List<String> lines = Files.readAllLines(address);
            return new RunningStub(URI.create(lines.get(0)), lines.get(1), () -> find(run) != null, () -> {});
        } catch (IOException endedOrOfOthers) {
            return null;
        }
    }

    /** The same for the same settings, wherever they come from, and the same contents of files. */
    private static String id(List<String> settings) {
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, String> variable : new TreeMap<>(System.getenv()).entrySet()) {
            if (variable.getKey().startsWith("STUB_")) {
                all.add(variable.toString());
            }
        }
        if (!settings.isEmpty()) {
            // Their files are relative to it.
            all.add(new File("").getAbsolutePath());
        }
        for (String setting : settings) {
            File value = new File(setting.substring(setting.indexOf('=') + 1).replaceFirst("^file:", ""));
            all.add(value.isFile() ? setting + " of " + value.lastModified() : setting);
        }
        return "reused-" + UUID.nameUUIDFromBytes(String.join("\n", all).getBytes(StandardCharsets.UTF_8));
    }
}
