package io.gpucloud.contract.pact;

import com.sun.net.httpserver.HttpServer;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.OpenApiSchema;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Verifies two providers with the pact of the client, which use the freedom that the contract leaves. They are the stub
 * behind a proxy that changes the bodies of its responses.
 */
class OtherProvidersPactIT {

    private static final OpenApiDocument CONTRACT = OpenApiDocument.load("gpu-cloud-v2");
    private static final List<HttpServer> PROXIES = new ArrayList<>();

    /** The contract documents the codes of failures of all operations except these. */
    private static final Set<String> WITHOUT_CODES = Set.of(
            ApiOperation.CREATE_INSTANCE_BY_POD.id(),
            ApiOperation.CREATE_INSTANCE_BY_IMAGE.id(),
            ApiOperation.START_INSTANCE.id(),
            ApiOperation.RESTART_INSTANCE.id());

    private static final int UNKNOWN = 99;

    private static GpuCloudStub stub;

    /** Changes the body of a response. */
    private interface Change {
        void apply(OpenApiOperation operation, int status, ObjectNode body);
    }

    @BeforeAll
    static void start() {
        stub = GpuCloudStub.start("stub.validate=enforce");
    }

    @AfterAll
    static void stop() {
        PROXIES.forEach(proxy -> proxy.stop(0));
        stub.close();
    }

    @TestFactory
    Stream<DynamicTest> acceptRequiredMembersOnly() throws IOException {
        return verify((operation, status, body) -> {
            OpenApiSchema schema = operation
                    .response(status)
                    .orElseThrow()
                    .mediaType("application/json")
                    .orElseThrow()
                    .schema();
            // The document requires these only under conditions, which all responses of the stub meet.
            Set<String> conditional = status == 200 ? Set.of("data") : Set.of("msg", "message");
            removeOptional(body, schema, conditional);
        });
    }

    private static void removeOptional(JsonNode value, OpenApiSchema schema, Set<String> kept) {
        if (value instanceof ObjectNode object) {
            object.retain(object.propertyNames().stream()
                    .filter(name -> kept.contains(name) || schema.requires(name))
                    .toList());
            object.forEachEntry((name, member) -> removeOptional(
                    member, Objects.requireNonNull(schema.properties().get(name)), Set.of()));
        } else if (value instanceof ArrayNode array) {
            array.forEach(entry -> removeOptional(entry, schema.items(), Set.of()));
        }
    }

    @TestFactory
    Stream<DynamicTest> acceptUnknownMembersStatusesAndCodes() throws IOException {
        return verify((operation, status, body) -> {
            boolean codeIsOpen = status != 200 || WITHOUT_CODES.contains(operation.id());
            if (codeIsOpen && body.path("code").intValue() != 0) {
                body.put("code", UNKNOWN);
            }
            if (body.path("data") instanceof ObjectNode data) {
                replaceStatuses(data);
            }
            addUnknown(body);
        });
    }

    private static void addUnknown(JsonNode value) {
        value.forEach(OtherProvidersPactIT::addUnknown);
        if (value instanceof ObjectNode object) {
            object.putObject("introduced_later").put("status", UNKNOWN);
        } else if (value instanceof ArrayNode array && array.path(0) instanceof ObjectNode first) {
            array.add(replaceStatuses(first.deepCopy()));
        }
    }

    private static ObjectNode replaceStatuses(ObjectNode record) {
        Stream.of("status", "save_image_status", "charging_type", "charge_channel")
                .filter(record::has)
                .forEach(name -> record.put(name, UNKNOWN));
        return record;
    }

    private static Stream<DynamicTest> verify(Change change) throws IOException {
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        PROXIES.add(proxy);
        proxy.createContext("/", exchange -> {
            String key = exchange.getRequestHeaders().getFirst("Authorization");
            URI target = stub.baseUrl().resolve(exchange.getRequestURI());
            StubHttp.Response response = new StubHttp(stub.baseUrl(), key == null ? null : key.replace("Bearer ", ""))
                    .send(
                            exchange.getRequestMethod(),
                            target,
                            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            JsonNode body = response.json();
            CONTRACT.findOperation(exchange.getRequestMethod(), target.getPath())
                    .ifPresent(operation -> change.apply(operation, response.status(), (ObjectNode) body));
            byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(response.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        proxy.start();
        URI url = URI.create("http://127.0.0.1:" + proxy.getAddress().getPort());
        return new PactVerifier(url)
                .testsOf(Path.of(System.getProperty("pact.rootDir")).resolve(Pacts.FILE));
    }
}
