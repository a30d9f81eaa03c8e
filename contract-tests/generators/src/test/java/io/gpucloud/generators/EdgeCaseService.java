package io.gpucloud.generators;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;

/**
 * A service with responses that the contract allows and the stub never sends: undeclared members, unknown values of
 * open enumerations, amounts that binary floating point cannot hold exactly, and every form of {@code server_url}.
 */
final class EdgeCaseService implements AutoCloseable {

    private static final String BASE_PATH = "/api/open/v2";

    private static final Map<String, String> RESPONSES = Map.of(
            "/balance/info", """
                    {"code": 0, "msg": "success", "trace": "undeclared",
                     "data": {"balance": 12345678.91, "card_balance": 0.07}}""",
            "/gpu/list", """
                    {"code": 0, "msg": "success", "trace": "undeclared",
                     "data": {"total": 1, "region": "undeclared", "gpu_list": [
                       {"gpu_uuid": "gpu-unusual", "gpu_name": "Unusual", "status": 99, "memory": {"undeclared": true},
                        "price": {"hour": 0.07, "minute": 0.01}}]}}""",
            "/instance/list", """
                    {"code": 0, "msg": "success", "data": {"instance_list": [
                      {"instance_uuid": "a", "status": 99, "title": "", "save_image_status": 99, "server_url": []},
                      {"instance_uuid": "b", "status": 2, "title": "", "region": "undeclared", "server_url": null},
                      {"instance_uuid": "c", "status": 2, "title": "", "server_url": ["https://c.invalid"]}]}}""");

    private final HttpServer server;

    EdgeCaseService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        RESPONSES.forEach((path, body) -> server.createContext(BASE_PATH + path, exchange -> respond(exchange, body)));
        server.start();
    }

    URI baseUrl() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + BASE_PATH);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static void respond(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
