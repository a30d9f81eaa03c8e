package io.gpucloud.client.examples;

import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A minimal service for the examples: an instance runs when it is listed, until it is destroyed. */
final class FakeService {

    private static final int RUNNING = 2;
    private static final int SHUT_DOWN = 22;

    private final Set<String> instances = new LinkedHashSet<>();
    private final String failing;
    private int created;

    private FakeService(String failing) {
        this.failing = failing;
    }

    static FaultServer start() {
        return startWhereFails("none");
    }

    /** One of the instances {@code instance-1}, {@code instance-2} and so on shuts down as soon as it is listed. */
    static FaultServer startWhereFails(String instance) {
        return new FaultServer(new FakeService(instance)::answer);
    }

    private synchronized Reply answer(ReceivedRequest request) {
        return switch (request.operation()) {
            case "GET /pod/list" ->
                Reply.data("{\"pod_list\":[{\"uuid\":\"pod\",\"title\":\"Stable Diffusion\",\"price\":{\"hour\":1.5}}]"
                        + ",\"total\":1}");
            case "GET /gpu/list" ->
                Reply.data(
                        "{\"gpu_list\":[{\"gpu_uuid\":\"gpu\",\"gpu_name\":\"RTX 4090\",\"status\":1,\"price\":{\"hour\":1.98}}]"
                                + ",\"total\":1}");
            case "POST /instance/create_by_pod" -> create();
            case "GET /instance/list" -> list();
            case "POST /instance/destroy" -> destroy(request.body());
            default -> Reply.done();
        };
    }

    private Reply create() {
        created++;
        String id = "instance-" + created;
        instances.add(id);
        return Reply.data(instance(id, 1));
    }

    private Reply list() {
        String all = instances.stream()
                .map(id -> instance(id, id.equals(failing) ? SHUT_DOWN : RUNNING))
                .collect(Collectors.joining(","));
        return Reply.data("{\"instance_list\":[" + all + "]}");
    }

    private Reply destroy(String body) {
        boolean gone = instances.removeIf(id -> body.contains("\"" + id + "\""));
        return gone ? Reply.done() : Reply.code(-1, "the instance does not exist");
    }

    private static String instance(String id, int status) {
        return "{\"instance_uuid\":\"" + id + "\",\"status\":" + status
                + ",\"gpu_uuid\":\"gpu\",\"gpu_name\":\"RTX 4090\",\"title\":\"Stable Diffusion\",\"server_url\":[\"https://"
                + id + ".invalid\"]}";
    }
}
