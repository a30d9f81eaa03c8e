package io.gpucloud.stub;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of a start in half the time that the JVM's own class loader needs. The first jar of the class path has no compression,
 * and its classes are defined directly from its file. Resources come from the parent. Ignores {@code META-INF/versions}: the
 * stub does not need the classes there, which are variants for newer versions of Java.
 */
final class StartClassLoader extends ClassLoader {

    private static final String OUR_PACKAGES = "io.gpucloud.";

    static {
        registerAsParallelCapable();
    }

    private final Map<String, ByteBuffer> start;
    private final List<ZipFile> others = new ArrayList<>();
    private final @Nullable String version = StartClassLoader.class.getPackage().getImplementationVersion();

    private StartClassLoader(String[] jars) throws IOException {
        super(StartClassLoader.class.getClassLoader());
        start = StoredJar.files(Path.of(jars[0]));
        for (int other = 1; other < jars.length; other++) {
            others.add(new ZipFile(jars[other]));
        }
    }

    static StartClassLoader ofTheClassPath() throws IOException {
        return new StartClassLoader(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    /** Asks the parent last: its own copies of these classes would be other classes. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            ByteBuffer file = name.startsWith("java.")
                    ? null
                    : file(name.replace('.', '/').concat(".class"));
            if (file == null) {
                return super.loadClass(name, resolve);
            }
            definePackageOf(name);
            return defineClass(name, file, null);
        }
    }

    private @Nullable ByteBuffer file(String path) throws ClassNotFoundException {
        ByteBuffer file = start.get(path);
        // Another thread may read the same bytes.
        return file == null ? compressedFile(path) : file.duplicate();
    }

    private @Nullable ByteBuffer compressedFile(String path) throws ClassNotFoundException {
        for (ZipFile jar : others) {
            ZipEntry entry = jar.getEntry(path);
            if (entry != null) {
                try (InputStream content = jar.getInputStream(entry)) {
                    return ByteBuffer.wrap(content.readAllBytes());
                } catch (IOException unreadable) {
                    throw new ClassNotFoundException(path, unreadable);
                }
            }
        }
        return null;
    }

    /** Gives our packages their version, which some responses contain. */
    private void definePackageOf(String type) {
        String name = type.substring(0, Math.max(0, type.lastIndexOf('.')));
        if (type.startsWith(OUR_PACKAGES) && getDefinedPackage(name) == null) {
            try {
                definePackage(name, null, null, null, null, version, null, null);
            } catch (IllegalArgumentException defined) {
                // By another thread, in the meantime.
            }
        }
    }
}
