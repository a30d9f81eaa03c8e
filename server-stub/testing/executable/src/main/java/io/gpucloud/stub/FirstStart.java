package io.gpucloud.stub;

import java.io.IOException;
import java.lang.reflect.Method;

/** Runs {@link StubProcessMain} until there is a class archive, with a class loader that is faster than the JVM's own. */
final class FirstStart {

    private FirstStart() {}

    /**
     * Starts the stub.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     */
    public static void main(String[] settings) throws IOException, ReflectiveOperationException {
        StartClassLoader loader = StartClassLoader.ofTheClassPath();
        Thread.currentThread().setContextClassLoader(loader);
        Method main = loader.loadClass("io.gpucloud.stub.StubProcessMain").getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) settings);
    }
}
