package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.strings;

import io.gpucloud.contract.kit.derived.WellFormedRequests;
import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Exchange;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Response;
import io.gpucloud.openapi.Strictness;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.quicktheories.core.Gen;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** For any values: the stub rejects a request exactly if the contract does, and rejected requests change nothing. */
class BadRequestsTest {

    @RegisterExtension
    static final KitRuns RUNS = KitRuns.shared();

    private static final ContractCheck CONTRACT = ContractCheck.of("gpu-cloud-v2", Strictness.LENIENT);
    private static final String LEFT_OUT = "left out";

    private final KitContext kit = new KitContext(RUNS.admin("--strict"), pause -> {});

    @AutoClose
    private final TestSession session = TestSession.begin(kit);

    /** Values of all types. Texts that are not empty are not blank, because the schema does not decide about blank texts. */
    private static Gen<Object> values() {
        Gen<Object> numbers = integers().all().map(number -> number);
        Gen<Object> small = integers().between(-2, 9).map(number -> number);
        Gen<Object> texts =
                strings().basicLatinAlphabet().ofLengthBetween(0, 30).map(text -> text.isBlank() ? "" : text);
        List<Object> others = List.of(
                true,
                false,
                1.5,
                List.of(),
                List.of(1),
                Map.of("x", 1),
                LEFT_OUT,
                JsonMapper.shared().nullNode());
        return numbers.mix(small).mix(texts).mix(pick(others));
    }

    private void isRejectedExactlyIfTheContractRejects(String operation) {
        OpenApiOperation described = ApiDocuments.PUBLIC_API.operation(operation);
        List<String> names =
                List.copyOf(described.requestSchema().orElseThrow().properties().keySet());
        String before = session.adminApi().snapshot().toString();
        qt().withExamples(150).forAll(lists().of(values()).ofSize(names.size())).checkAssert(values -> {
            Map<String, Object> members = new LinkedHashMap<>(WellFormedRequests.minimal(described));
            for (int index = 0; index < names.size(); index++) {
                // Most members stay as they are, or nearly every request would be bad.
                if (values.get(index).hashCode() % 3 == 0) {
                    members.put(names.get(index), values.get(index));
                }
            }
            members.values().removeIf(LEFT_OUT::equals);
            JsonNode body = JsonMapper.shared().valueToTree(members);
            ServiceResponse response = session.service()
                    .send(session.service().prepare(operation, Map.of()).json(body));
            assertThat(response.status() == 400)
                    .as("rejected: " + body)
                    .isEqualTo(!findings(described, body).isEmpty());
        });
        assertThat(session.adminApi().snapshot().toString().equals(before))
                .as("unchanged")
                .isTrue();
    }

    private static List<?> findings(OpenApiOperation operation, JsonNode body) {
        Request request = Request.of("POST", ApiDocuments.PUBLIC_API.basePath() + operation.path())
                .header("Content-Type", "application/json")
                .body(body.toString());
        return CONTRACT.request(new Exchange(request, Response.of(200)));
    }

    @Test
    void toCreateAreRejectedExactlyIfTheContractRejectsThem() {
        isRejectedExactlyIfTheContractRejects("createInstanceByPod");
    }

    @Test
    void toSetATimerAreRejectedExactlyIfTheContractRejectsThem() {
        isRejectedExactlyIfTheContractRejects("setShutdownTimer");
    }

    @Test
    void toSaveAnImageAreRejectedExactlyIfTheContractRejectsThem() {
        isRejectedExactlyIfTheContractRejects("saveInstanceImage");
    }
}
