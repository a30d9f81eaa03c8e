package io.gpucloud.contract.lease;

import io.gpucloud.contract.support.StubHttp;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the requests of killed processes from the journal of the stub. */
final class KillJournal {

    private final StubHttp stub;
    private final String killed;
    private final String next;

    /** The instances of all rounds. */
    private final Set<String> ours = new HashSet<>();

    /**
     * A journal.
     *
     * @param killed the name of the processes that are killed
     * @param next the name of the process that starts after them
     */
    KillJournal(StubHttp stub, String killed, String next) {
        this.stub = stub;
        this.killed = killed;
        this.next = next;
    }

    /** How many instances killed processes left in one round, and how many instances of others were touched. */
    record Round(int left, int leftWithoutTimer, int touched) {}

    /** All instances that killed processes created. */
    Set<String> instances() {
        readCreated();
        return Set.copyOf(ours);
    }

    /** Reads the requests since the end of the last round, and removes them. */
    Round endRound() {
        Set<String> left = readCreated();
        Set<String> timed = instances(requests("setShutdownTimer", killed));
        Set<String> destroyed = instances(requests("destroyInstance", killed));
        left.removeAll(destroyed);
        Set<String> touched = new HashSet<>(timed);
        touched.addAll(destroyed);
        touched.addAll(instances(requests("updateInstanceTitle", killed)));
        touched.addAll(instances(requests("destroyInstance", next)));
        touched.removeAll(ours);
        stub.administer("DELETE", "/requests", "");
        Set<String> withoutTimer = new HashSet<>(left);
        withoutTimer.removeAll(timed);
        return new Round(left.size(), withoutTimer.size(), touched.size());
    }

    private Set<String> readCreated() {
        Set<String> created = new HashSet<>();
        for (JsonNode request : requests("createInstanceByPod", killed)) {
            created.add(json(request, "response_body").at("/data/instance_uuid").asString());
        }
        ours.addAll(created);
        return created;
    }

    private List<JsonNode> requests(String operation, String program) {
        return stub.requests(operation).stream()
                .filter(request -> request.at("/headers/" + KilledProgram.PROGRAM)
                        .asString("")
                        .equals(program))
                .filter(request -> request.path("code").asInt(1) == 0)
                .toList();
    }

    private static Set<String> instances(List<JsonNode> requests) {
        Set<String> instances = new HashSet<>();
        requests.forEach(request ->
                instances.add(json(request, "body").path("instance_uuid").asString()));
        return instances;
    }

    private static JsonNode json(JsonNode request, String member) {
        return JsonMapper.shared().readTree(request.path(member).asString());
    }
}
