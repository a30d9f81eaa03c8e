package io.gpucloud.stub;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Loads the classes that a start needs, in the order in which it needs them, on a second thread. The list comes from a start with the
 * option {@code -Xlog:class+load}, up to the first response. A name that no longer exists is skipped, so the list may be older than the
 * stub. The build also puts these classes into {@code start.jar}.
 */
final class ClassPreloader {

    private static final String CLASSES = "/io/gpucloud/stub/start-classes.txt";

    private ClassPreloader() {}

    static void run() {
        try (InputStream list = ClassPreloader.class.getResourceAsStream(CLASSES)) {
            if (list != null) {
                new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))
                        .lines()
                        .forEach(ClassPreloader::load);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void load(String name) {
        try {
            Class.forName(name, false, ClassPreloader.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError gone) {
            // The start loads what it really needs.
        }
    }
}
