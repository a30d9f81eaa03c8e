package io.gpucloud.testing;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The cache folder of the user, by the convention of the operating system. */
final class CacheFolder {

    private static final String NAME = "gpu-cloud-stub";

    private CacheFolder() {}

    static Path ofTheUser() {
        String chosen = LibrarySetting.CACHE.value();
        return chosen == null
                ? of(System.getProperty("os.name", ""), System.getProperty("user.home", ""), system())
                        .resolve(NAME)
                : Path.of(chosen).toAbsolutePath();
    }

    private static @Nullable String system() {
        String windows = System.getenv("LOCALAPPDATA");
        return windows == null ? System.getenv("XDG_CACHE_HOME") : windows;
    }

    static Path of(String system, String home, @Nullable String caches) {
        if (caches != null && !caches.isBlank()) {
            return Path.of(caches);
        }
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return Path.of(home, "Library", "Caches");
        }
        return name.startsWith("windows") ? Path.of(home, "AppData", "Local") : Path.of(home, ".cache");
    }
}
