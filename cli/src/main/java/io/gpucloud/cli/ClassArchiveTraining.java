package io.gpucloud.cli;

import com.sun.net.httpserver.HttpServer;
import io.gpucloud.cli.output.ExitStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs typical commands, so that the JVM writes the classes that they load to a class archive. */
final class ClassArchiveTraining {

    /** The response to both lists. */
    private static final String GPUS_AND_PODS = """
            {"code":0,"msg":"success","data":{
              "gpu_list":[{"gpu_name":"A","gpu_uuid":"a","status":1,"price":{"hour":1.5}}],
              "pod_list":[{"title":"B","uuid":"b","pod_tag":["1"],"price":{"hour":0.5}}],
              "total":1}}
            """;

    private ClassArchiveTraining() {}

    /**
     * Runs the program.
     *
     * @throws IllegalStateException if a command fails, because the archive would then lack classes
     */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("gpucloud.api-key", "training");
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            byte[] body = GPUS_AND_PODS.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        service.start();
        String url = "http://127.0.0.1:" + service.getAddress().getPort() + "/api/open/v2";
        try {
            run("gpus", "--base-url", url);
            run("gpus", "--base-url", url, "--output", "json");
            run("rent", "--help");
        } finally {
            service.stop(0);
        }
    }

    private static void run(String... line) {
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int status = GpuCloud.commandLine(null).setOut(nowhere).execute(line);
        if (status != ExitStatus.OK) {
            throw new IllegalStateException(List.of(line) + " returned " + status);
        }
    }
}
