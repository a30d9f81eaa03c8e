package io.gpucloud.testing;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * The class archive of one JDK: the classes of the stub as the JVM has them in memory. The JVM ignores one that does not fit,
 * but crashes with one that was cut.
 *
 * @param usable whether it exists and is complete
 */
record ClassArchive(Path file, boolean usable) {

    /** From this version on a single run records and creates an archive that also holds linked classes. */
    private static final int AOT_CACHE = 25;

    static ClassArchive in(StubFiles files) {
        String jdk = System.getProperty("java.vm.version")
                + System.getProperty("java.home")
                + System.getProperty("os.arch")
                + LibrarySetting.JAVA.value();
        String id = UUID.nameUUIDFromBytes(jdk.getBytes(StandardCharsets.UTF_8)).toString();
        Path file = files.folder().resolve("classes-" + id + ".archive");
        return new ClassArchive(file, new SealedFile(file).isIntact(files.user()));
    }

    static List<String> useOptions(Path archive) {
        return aotCache() ? List.of("-XX:AOTCache=" + archive) : List.of("-XX:SharedArchiveFile=" + archive);
    }

    static List<String> createOptions(Path archive) {
        return aotCache()
                ? List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + archive)
                : List.of("-XX:ArchiveClassesAtExit=" + archive);
    }

    private static boolean aotCache() {
        return Runtime.version().feature() >= AOT_CACHE;
    }
}
