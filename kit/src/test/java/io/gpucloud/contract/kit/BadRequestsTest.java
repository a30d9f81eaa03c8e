package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.derived.WellFormedRequests;
import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Strictness;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** For any values: the stub rejects a request exactly if the contract does, and rejected requests change nothing. */
class BadRequestsTest {

    @RegisterExtension
    static final KitRuns RUNS = KitRuns.shared();

    private static final ContractCheck CONTRACT = ContractCheck.of("gpu-cloud-v2", Strictness.LENIENT);
    private static final int REQUESTS = 300;
    private static final String LEFT_OUT = "left out";
    private static final List<Object> OTHERS = List.of(
            "",
            true,
            false,
            1.5,
            List.of(),
            List.of(1),
            Map.of("x", 1),
            LEFT_OUT,
            JsonMapper.shared().nullNode());

    private final KitContext kit = new KitContext(RUNS.admin("--strict"), pause -> {});

    @AutoClose
    private final TestSession session = TestSession.begin(kit);

    @ParameterizedTest
    @ValueSource(strings = {"createInstanceByPod", "setShutdownTimer", "saveInstanceImage"})
    void areRejectedExactlyIfTheContractRejectsThem(String operation) {
        OpenApiOperation described = ApiDocuments.PUBLIC_API.operation(operation);
        Set<String> names = described.requestSchema().orElseThrow().properties().keySet();
        String before = session.adminApi().snapshot().toString();
        Random random = new Random(1);
        for (int request = 0; request < REQUESTS; request++) {
            Map<String, Object> members = new LinkedHashMap<>(WellFormedRequests.minimal(described));
            for (String name : names) {
                // Most members stay as they are, or nearly every request would be bad.
                if (random.nextInt(3) == 0) {
                    members.put(name, value(random));
                }
            }
            members.values().removeIf(LEFT_OUT::equals);
            JsonNode body = JsonMapper.shared().valueToTree(members);
            ServiceResponse response = session.service()
                    .send(session.service().prepare(operation, Map.of()).json(body.toString()));
            assertThat(response.status() == 400).as("rejected: " + body).isEqualTo(isRejected(described, body));
        }
        assertThat(session.adminApi().snapshot()).asString().isEqualTo(before);
    }

    /**
     * A value of any type. Texts that are not empty are not blank, because the schema does not decide about blank
     * texts.
     */
    private static Object value(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextInt(12) - 2;
            case 2 ->
                "x" + Integer.toString(random.nextInt(), Character.MAX_RADIX).repeat(random.nextInt(5));
            default -> OTHERS.get(random.nextInt(OTHERS.size()));
        };
    }

    private static boolean isRejected(OpenApiOperation operation, JsonNode body) {
        Request request = Request.of("POST", ApiDocuments.PUBLIC_API.basePath() + operation.path())
                .header("Content-Type", "application/json")
                .body(body.toString());
        return !CONTRACT.request(request).isEmpty();
    }
}
