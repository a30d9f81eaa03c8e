package io.gpucloud.contract.lease;

import feign.Client;
import feign.Request;
import feign.Response;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The transport of all programs of a run, through which the service lies as {@link Lies} say. */
final class LyingService implements Client {

    private static final String ID = "instance_uuid";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * The faults of a service.
     *
     * @param createTimeOff by how much the creation times of instances are wrong
     * @param wrongIdentifier the number of the create response that names an instance of the last list; 0 for none
     * @param oldList the number of the list after which the service repeats it for a while; 0 for none
     * @param oldListLasts how long it does so
     * @param comesBack whether the first destroy request has no effect, although a list and the next destroy request
     *     say that the instance is gone
     */
    record Lies(Duration createTimeOff, int wrongIdentifier, int oldList, Duration oldListLasts, boolean comesBack) {

        /** {@code hiding}: which of the lies hides instances from lists: 1, 2 or none of them. */
        static Lies of(Random random, Duration window, int hiding) {
            return new Lies(
                    Duration.ofHours(random.nextInt(3) == 0 ? random.nextInt(24) - 12 : 0),
                    random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0,
                    hiding == 1 ? 1 + random.nextInt(12) : 0,
                    Duration.ofSeconds(random.nextLong(window.toSeconds())),
                    hiding == 2);
        }
    }

    private final Lies lies;
    private final AccountTime time;
    private final Object lock;
    private List<String> listed = List.of();
    private String list = "";
    private int lists;
    private Duration repeatedUntil = Duration.ZERO;
    private int creations;
    private int destructions;
    private String gone = "";
    private String goneFromList = "";

    /** {@code lock}: held during each request. */
    LyingService(Lies lies, AccountTime time, Object lock) {
        this.lies = lies;
        this.time = time;
        this.lock = lock;
    }

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        String operation = URI.create(request.url()).getPath().replaceFirst(".*/instance/", "");
        synchronized (lock) {
            return switch (operation) {
                case "list" -> list(request);
                case "create_by_pod" -> changed(request, this::change);
                case "destroy" -> destroy(request);
                default -> real(request);
            };
        }
    }

    private Response list(Request request) throws IOException {
        if (time.passed().compareTo(repeatedUntil) < 0) {
            return response(request, 200, Map.of(), list);
        }
        return changed(request, body -> {
            ArrayNode instances = (ArrayNode) body.path("data").path("instance_list");
            listed = instances
                    .valueStream()
                    .map(instance -> instance.path(ID).asString())
                    .toList();
            instances.forEach(instance -> shiftCreation((ObjectNode) instance));
            instances.removeIf(instance -> instance.path(ID).asString().equals(goneFromList));
            goneFromList = "";
            list = body.toString();
            if (++lists == lies.oldList()) {
                repeatedUntil = time.passed().plus(lies.oldListLasts());
            }
        });
    }

    private void change(JsonNode body) {
        if (body.path("data") instanceof ObjectNode instance) {
            shiftCreation(instance);
            if (++creations == lies.wrongIdentifier() && !listed.isEmpty()) {
                instance.put(ID, listed.get(listed.size() / 2));
            }
        }
    }

    private void shiftCreation(ObjectNode instance) {
        if (instance.path("create_time").isNumber()) {
            long created = instance.path("create_time").asLong();
            instance.put("create_time", created + lies.createTimeOff().toSeconds());
        }
    }

    private Response destroy(Request request) throws IOException {
        String instance = JSON.readTree(request.body()).path(ID).asString();
        if (lies.comesBack() && destructions++ == 0) {
            gone = instance;
            goneFromList = instance;
            return response(request, 200, Map.of(), "{\"code\":0,\"msg\":\"success\",\"data\":null}");
        }
        if (instance.equals(gone)) {
            gone = "";
            return response(request, 200, Map.of(), "{\"code\":-1,\"msg\":\"query failed\",\"data\":null}");
        }
        return real(request);
    }

    private static Response changed(Request request, Consumer<JsonNode> change) throws IOException {
        HttpResponse<String> real = send(request);
        JsonNode body = real.body().startsWith("{\"code\":0") ? JSON.readTree(real.body()) : null;
        if (real.statusCode() != 200 || body == null) {
            return response(request, real.statusCode(), headers(real), real.body());
        }
        change.accept(body);
        return response(request, 200, Map.of(), body.toString());
    }

    private static Response real(Request request) throws IOException {
        HttpResponse<String> real = send(request);
        return response(request, real.statusCode(), headers(real), real.body());
    }

    private static Map<String, Collection<String>> headers(HttpResponse<?> response) {
        return Collections.unmodifiableMap(
                new LinkedHashMap<>(response.headers().map()));
    }

    private static Response response(
            Request request, int status, Map<String, Collection<String>> headers, String body) {
        Map<String, Collection<String>> all = new LinkedHashMap<>(headers);
        all.keySet().removeIf(name -> name.equalsIgnoreCase("content-length"));
        all.putIfAbsent("content-type", List.of("application/json"));
        return Response.builder()
                .request(request)
                .status(status)
                .headers(all)
                .body(body.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private static HttpResponse<String> send(Request request) throws IOException {
        HttpRequest.Builder sent = HttpRequest.newBuilder(URI.create(request.url()))
                .method(
                        request.httpMethod().name(),
                        request.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(request.body()));
        request.headers().forEach((name, values) -> {
            if (!List.of("content-length", "accept-encoding").contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> sent.header(name, value));
            }
        });
        try {
            return HTTP.send(sent.build(), BodyHandlers.ofString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(interrupted.getMessage());
        }
    }
}
