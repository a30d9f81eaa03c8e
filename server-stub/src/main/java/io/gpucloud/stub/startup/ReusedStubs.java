package io.gpucloud.stub.startup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The stubs of this user that stay after the tests that started them. The command {@code stop} ends them. */
public final class ReusedStubs {

    /** The depth of {@code VERSION/runs/ID/address} below the cache folder. */
    private static final int DEPTH = 4;

    private ReusedStubs() {}

    /** Returns the text to print instead of starting, or nothing if the arguments are not {@code stop}. */
    public static Optional<String> answer(String... arguments) {
        return List.of(arguments).equals(List.of("stop"))
                ? Optional.of(stop(cacheFolder(System.getenv(), System.getProperty("os.name"))))
                : Optional.empty();
    }

    private static String stop(Path cache) {
        try (Stream<Path> addresses = Files.exists(cache)
                ? Files.find(cache, DEPTH, (file, attributes) -> file.endsWith("address"))
                : Stream.empty()) {
            // All at first, because a stub that ends deletes folders.
            List<Path> found = addresses.toList();
            long ended = found.stream().filter(ReusedStubs::end).count();
            return ended + (ended == 1 ? " stub" : " stubs") + " ended";
        } catch (IOException | UncheckedIOException unreadable) {
            return "The folder " + cache + " cannot be read: " + unreadable.getMessage();
        }
    }

    /** A stub that cannot be found any more ends within a second. */
    private static boolean end(Path address) {
        try (FileChannel channel = FileChannel.open(address.resolveSibling("running.lock"), StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            return free == null && Files.deleteIfExists(address);
        } catch (IOException gone) {
            return false;
        }
    }

    /** The folder that the test support of every language uses. */
    static Path cacheFolder(Map<String, String> environment, String system) {
        String chosen = environment.get("GPU_CLOUD_STUB_CACHE");
        if (chosen != null && !chosen.isBlank()) {
            return Path.of(chosen);
        }
        String caches = environment.getOrDefault("LOCALAPPDATA", environment.get("XDG_CACHE_HOME"));
        return (caches == null || caches.isBlank() ? userCaches(system.toLowerCase(Locale.ROOT)) : Path.of(caches))
                .resolve("gpu-cloud-stub");
    }

    private static Path userCaches(String system) {
        Path home = Path.of(Objects.requireNonNullElse(System.getProperty("user.home"), ""));
        if (system.startsWith("mac")) {
            return home.resolve("Library/Caches");
        }
        return system.startsWith("windows") ? home.resolve("AppData/Local") : home.resolve(".cache");
    }
}
