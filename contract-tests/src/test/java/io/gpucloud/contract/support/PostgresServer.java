package io.gpucloud.contract.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of this machine's package, with a new folder and a free port. A test without the package is
 * skipped, except in CI.
 */
public final class PostgresServer implements AutoCloseable {

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");

    private final Path programs;
    private final Path folder;
    private final int port;

    private PostgresServer(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
    }

    public static PostgresServer start() throws IOException {
        Path programs = Objects.requireNonNull(ExternalProgram.require(initdb()).getParent());
        Path folder = Files.createTempDirectory("postgres");
        if (isRoot()) {
            // The server refuses to run as root.
            run(List.of("chown", "postgres", folder.toString()));
        }
        PostgresServer server = new PostgresServer(programs, folder, ExternalProgram.freePort());
        server.program("initdb", "-A", "trust", "-U", "postgres", "-D", server.data());
        server.resume();
        return server;
    }

    private static String[] initdb() throws IOException {
        if (!Files.isDirectory(PACKAGES)) {
            return new String[] {"initdb"};
        }
        try (Stream<Path> versions = Files.list(PACKAGES)) {
            return versions.map(version -> version.resolve("bin/initdb").toString())
                    .toArray(String[]::new);
        }
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    public int port() {
        return port;
    }

    /** Settings of a stub that uses a database of this server, which is created. */
    public String[] newDatabase(String name) throws IOException {
        program("createdb", "-h", "127.0.0.1", "-p", String.valueOf(port), "-U", "postgres", name);
        return new String[] {
            "stub.store=jdbc:postgresql://127.0.0.1:" + port + "/" + name, "spring.datasource.username=postgres"
        };
    }

    /** Starts the server after {@link #stop()}. */
    public void resume() throws IOException {
        String options = "-p " + port + " -k " + folder + " -c fsync=off";
        program("pg_ctl", "-w", "-D", data(), "-l", folder + "/log", "-o", options, "start");
    }

    /** Ends the server and all its connections. */
    public void stop() throws IOException {
        program("pg_ctl", "-w", "-D", data(), "-m", "immediate", "stop");
    }

    private void program(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(programs.resolve(name).toString());
        command.addAll(List.of(arguments));
        run(command);
    }

    private static void run(List<String> command) throws IOException {
        Path output = Files.createTempFile("postgres", ".out");
        try {
            // A file, because the server keeps the output of pg_ctl open.
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .directory(new File("/"))
                    .start();
            int status = process.onExit().join().exitValue();
            assertThat(status).as("%s: %s", command, Files.readString(output)).isZero();
        } finally {
            Files.delete(output);
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        run(List.of("rm", "-r", folder.toString()));
    }
}
