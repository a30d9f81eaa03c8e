package io.gpucloud.contract.support;

import java.nio.file.Files;
import java.nio.file.Path;

/** PgBouncer, which gives each transaction one of three connections to a PostgreSQL server. */
public final class PgBouncer implements AutoCloseable {

    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static PgBouncer start(int server) throws Exception {
        int port = ExternalProgram.freePort();
        Path file = Files.writeString(Files.createTempFile("pgbouncer", ".ini"), """
                [databases]
                * = host=127.0.0.1 port=%d user=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 3
                """.formatted(server, port));
        Path program = ExternalProgram.require("pgbouncer", "/usr/sbin/pgbouncer");
        // PgBouncer refuses to run as root.
        Process process = (PostgresServer.isRoot()
                        ? ExternalProgram.of(program, file, "-u", "nobody")
                        : ExternalProgram.of(program, file))
                .start();
        Poll.until(() -> ExternalProgram.accepts(port), () -> !process.isAlive());
        Files.delete(file);
        return new PgBouncer(process, port);
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
