package io.gpucloud.stub.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultResponsesTest extends AccountTestBase {

    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    @BeforeEach
    void doNotCheckResponses() {
        caller = caller.unchecked();
    }

    private int instances() {
        return caller.get("/instance/list").at("/data/instance_list").size();
    }

    private Answer create() {
        return caller.post("/instance/create_by_pod", CREATE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200|{"code":0,"msg":"success"}
            400|{"code":400,"message":"bad request parameters","data":{"error":"invalid_parameter","details":"the request cannot be served"}}
            401|{"code":2,"msg":"not logged in"}
            403|{"code":1,"msg":"the API key has no permission for this operation"}
            404|{"code":1,"msg":"not found"}
            418|{"code":1,"msg":"the request cannot be served"}
            429|{"code":1,"msg":"too many requests"}
            500|{"code":-2,"msg":"system exception"}
            503|{"code":-2,"msg":"system exception"}
            599|{"code":-2,"msg":"system exception"}
            """)
    void aResponseHasTheCodeAndMessageOfItsStatus(int status, String body) {
        fault("\"status\":" + status + ",\"operation\":\"createInstanceByPod\"");
        Answer answer = create();
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text()).isEqualTo(body);
        assertThat(answer.header("WWW-Authenticate").isPresent()).isEqualTo(status == 401);
        assertThat(instances()).isZero();
    }

    @Test
    void aResponseHasTheGivenCode() {
        fault("\"code\":-1,\"msg\":\"no luck\",\"times\":1");
        assertThat(create().text()).isEqualTo("{\"code\":-1,\"msg\":\"no luck\"}");
        assertThat(create().code()).isZero();
    }

    @Test
    void aResponseIsAnHtmlPageForEffectHtmlBody() {
        fault("\"effect\":\"html_body\",\"status\":502,\"times\":1");
        Answer answer = create();
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.header("Content-Type")).hasValue("text/html");
        assertThat(answer.text()).startsWith("<!DOCTYPE html>");
        assertThat(instances()).isZero();
    }

    @Test
    void rejectedRequestsDoNotUseUpAFault() {
        fault("\"status\":500,\"times\":1");
        assertThat(caller.call("PUT", "/api/open/v2/gpu/list", null).status()).isEqualTo(405);
        assertThat(caller.get("/gpu/list").status()).isEqualTo(500);
    }

    @Test
    void aResponseAfterTheEffectReplacesTheResponseOfAnOperationThatWasPerformed() {
        fault("\"status\":500,\"effect\":\"respond_after_effect\",\"times\":1");
        assertThat(create().text()).isEqualTo("{\"code\":-2,\"msg\":\"system exception\"}");
        assertThat(instances()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"reset_connection, reset, 0", "reset_after_effect, reset, 1", "lose_response, HT, 1"})
    void theConnectionIsResetOrClosedWithinTheStatusLine(String effect, String end, int instances) throws IOException {
        fault("\"effect\":\"" + effect + "\",\"operation\":\"createInstanceByPod\"");
        assertThat(howItEnds()).isEqualTo(end);
        assertThat(instances()).isEqualTo(instances);
    }

    @Test
    void theConnectionIsClosedInTheMiddleOfTheResponse() {
        fault("\"effect\":\"truncate_body\",\"operation\":\"createInstanceByPod\"");
        assertThatThrownBy(this::create).isInstanceOf(UncheckedIOException.class);
        assertThat(instances()).isEqualTo(1);
    }

    /** Uses a socket, because HTTP clients distinguish a reset from a close only by the message. */
    private String howItEnds() throws IOException {
        try {
            return raw.post(key, "/instance/create_by_pod", CREATE.getBytes(US_ASCII));
        } catch (SocketException reset) {
            return "reset";
        }
    }
}
