package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The response names the first invalid member of a body or a query, that has a wrong type, or else that violates the
 * schema.
 */
class BadParametersTest extends AccountTestBase {

    private static final String CREATE = "/instance/create_by_pod";
    private static final String GOOD =
            "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1,\"more\":{\"x\":[1]}}";

    @BeforeEach
    void beAStranger() {
        caller = caller.asStranger();
    }

    private static void assertBadParameter(Answer answer, @Nullable String field, String details) {
        assertThat(answer.status()).isEqualTo(400);
        String error = field == null ? "unreadable_request" : "invalid_parameter";
        assertThat(answer.text())
                .isEqualTo("{\"code\":400,\"message\":\"bad request parameters\",\"data\":{\"error\":\"" + error
                        + "\",\"details\":\"" + details + "\""
                        + (field == null ? "" : ",\"field\":\"" + field + "\"") + "}}");
    }

    /** DefaultLimitsTest sends bodies at the limits and beyond them. */
    @Test
    void bodiesMustNotBeNestedDeeperThan32() {
        String deep = "{\"x\":" + "[".repeat(32) + "]".repeat(32) + "}";
        String details = "the body is nested deeper than 32, or has a number or a name that is too long";

        assertBadParameter(caller.post(CREATE, deep), null, details);
    }

    @Test
    void bodiesMayHaveUnknownMembers() {
        assertThat(caller.post(CREATE, GOOD).code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            create_by_pod|{"pod_uuid":"a",}||the body is not valid JSON at line 1, column 17
            create_by_pod|[]||the body must be a JSON object
            create_by_pod|{}|pod_uuid|is required
            create_by_pod|{"pod_uuid":""}|pod_uuid|must not be empty
            create_by_pod|{"pod_uuid":"  "}|pod_uuid|must not be empty
            create_by_pod|{"pod_uuid":null}|pod_uuid|must not be null
            create_by_pod|{"pod_uuid":5}|pod_uuid|must be a string
            create_by_pod|{"pod_uuid":"p","pod_tag":null}|pod_tag|must not be null; leave pod_tag out, or set stub.assumptions.null-members=absent
            create_by_pod|{"pod_uuid":"p","gpu_nums":2}|gpu_uuid|is required
            create_by_pod|{"pod_uuid":"p","gpu_uuid":"g","gpu_nums":3}|gpu_nums|must be one of [1, 2, 4, 8]
            create_by_pod|{"pod_uuid":"p","gpu_uuid":"g","gpu_nums":2.7}|gpu_nums|must be an integer
            create_by_pod|{"pod_uuid":"p","gpu_uuid":"g","gpu_nums":3.0}|gpu_nums|must be one of [1, 2, 4, 8]
            create_by_pod|{"pod_uuid":"p","gpu_uuid":"g","gpu_nums":1e99}|gpu_nums|is out of range
            create_by_pod|{"pod_uuid":"p","gpu_uuid":"g","gpu_nums":4294967298}|gpu_nums|is out of range
            create_by_pod|{"gpu_nums":"x","gpu_uuid":1,"pod_uuid":2}|gpu_nums|must be an integer
            shutdown_timer|{"instance_uuid":"i","shutdown_time":-1}|shutdown_time|must be at least 0
            shutdown_timer|{"instance_uuid":"i","shutdown_time":1e-1}|shutdown_time|must be an integer
            shutdown_timer|{"instance_uuid":"i","shutdown_time":1e999999999}|shutdown_time|is out of range
            shutdown_timer|{"instance_uuid":"i","shutdown_time":9223372036854775808.0}|shutdown_time|is out of range
            shutdown_timer|{"instance_uuid":"i","shutdown_time":9223372036854775808}|shutdown_time|is out of range
            shutdown_timer|{"instance_uuid":"i","shutdown_time":0,"enable":"true"}|enable|must be true or false
            shutdown_timer|{"instance_uuid":"i","shutdown_time":0,"enable":" "}|enable|must be true or false
            """)
    void bodiesAreRejectedForTheFirstMemberOfAWrongTypeThenTheFirstThatViolatesTheSchema(
            String operation, String body, @Nullable String field, String details) {
        assertBadParameter(caller.post("/instance/" + operation, body), field, details);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e0", "10E-1", "1.000"})
    void bodiesMayHaveIntegersWithAFractionOfZero(String integer) {
        assertThat(caller.post(CREATE, GOOD.replace(":1,", ":" + integer + ",")).code())
                .isZero();
    }

    @Test
    void bodiesOfARenamingAreRejectedInTheFormOfItsDocumentedCases() {
        assertThat(caller.post("/instance/update_title", "nonsense").text())
                .isEqualTo("{\"code\":1,\"msg\":\"the body is not valid JSON at line 1, column 1\"}");
        assertThat(caller.post("/instance/update_title", "{}").text())
                .isEqualTo("{\"code\":1,\"msg\":\"instance_uuid is required\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "/pod/list?page=0,page,must be at least 1",
        "/pod/list?page=x,page,must be an integer",
        "/pod/list?page=1.5,page,must be an integer",
        "/pod/list?page=1.0,page,must be an integer",
        "/pod/list?page=1e3,page,must be an integer",
        "/pod/list?page=1e9999,page,must be an integer",
        "/pod/list?page=01,page,must be an integer",
        "/pod/list?page=,page,must be an integer",
        "/pod/list?page=1234567890,page,must be at most 999999999",
        "/pod/list?page=1&page=2,page,must be given once",
        "/bill/list?page=0,page,must match ^[1-9][0-9]*$",
        "/bill/list?page=1234567890,page,must be at most 9 characters long",
        "/bill/list?charge_channel=x&page=0,charge_channel,must be an integer",
        "/bill/list?charge_channel=-1,charge_channel,must be at least 0",
        "/bill/list?charge_channel=-9999999999,charge_channel,is out of range",
        "/bill/list?charge_channel=1000000000,charge_channel,must be at most 999999999"
    })
    void queriesAreRejectedForAParameterThatIsWrong(String query, String field, String details) {
        assertBadParameter(caller.get(query), field, details);
    }

    @Test
    void queriesMayHaveUnknownParameters() {
        assertThat(caller.get("/pod/list?colour=red").code()).isZero();
    }
}
