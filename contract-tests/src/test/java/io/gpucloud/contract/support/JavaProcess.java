package io.gpucloud.contract.support;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Programs in a JVM of their own, with the class path of the tests. */
public final class JavaProcess {

    private JavaProcess() {}

    /** Starts a program whose standard error is discarded. */
    public static Process start(Class<?> main, Object... arguments) throws IOException {
        return prepare(List.of(), main, arguments)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** A program to start later. */
    public static ProcessBuilder prepare(List<String> options, Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return new ProcessBuilder(command);
    }
}
