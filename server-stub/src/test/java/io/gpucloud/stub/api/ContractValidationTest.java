package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.settings.StubProperties;
import io.gpucloud.stub.settings.StubProperties.Validation;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.util.ContentCachingResponseWrapper;

class ContractValidationTest {

    private static final String CREATE =
            "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1%s}";

    private static final StubProperties SETTINGS =
            new Binder(new MapConfigurationPropertySource(Map.of())).bindOrCreate("stub", StubProperties.class);
    private static final ErrorResponseWriter RESPONSES =
            new ErrorResponseWriter(StrictJson.format().build(), SETTINGS);
    private static final ApiErrorHandler ERRORS = new ApiErrorHandler(RESPONSES, SETTINGS);

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class AStubThatEnforcesTheContract {

        @AutoClose
        private GpuCloudStub stub;

        private Caller caller;

        @BeforeAll
        void start() {
            stub = GpuCloudStub.start("stub.validate=enforce");
            caller = Caller.of(stub.baseUrl(), "demo-key").asStranger();
        }

        @Test
        void servesRequestsOfTheContract() {
            assertThat(caller.post("/instance/create_by_pod", CREATE.formatted(""))
                            .code())
                    .isZero();
            assertThat(caller.get("/bill/list?page=1&page_size=5").code()).isZero();
            assertThat(Caller.of(stub.baseUrl(), "wrong").get("/balance/info").status())
                    .isEqualTo(401);
            assertThat(caller.get("/nowhere").status()).isEqualTo(404);
        }

        @Test
        void rejectsAnUnknownMemberAndChangesNothing() {
            Caller other = Caller.of(stub.baseUrl(), "tenant-refused").asStranger();

            Answer answer = other.post("/instance/create_by_pod", CREATE.formatted(",\"gpu_num\":1"));

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.textAt("/data/field")).isEqualTo("gpu_num");
            assertThat(answer.textAt("/data/details")).isEqualTo("is not in the contract");
            assertThat(other.get("/instance/list").at("/data/instance_list")).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({
            "/bill/list?size=5,size",
            "/pod/list?page=1&page=2,page",
            "/gpu/list?verbose=true,verbose",
        })
        void rejectsAnUnknownParameter(String path, String field) {
            Answer answer = caller.get(path);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.textAt("/data/field")).isEqualTo(field);
        }

        @Test
        void acceptsAKeyThatAPublicOperationDoesNotNeed() {
            Answer answer = caller.call("GET", "/api/open/v2/pod/list", null, "Authorization: Bearer demo-key");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.code()).isZero();
        }

        @Test
        void doesNotValidateResponsesOfFaults() {
            Caller other = Caller.of(stub.baseUrl(), "tenant-faulty").unchecked();
            other.admin(
                    "POST", "/faults", "{\"api_key\":\"tenant-faulty\",\"status\":299,\"body\":\"{}\",\"times\":1}");
            Answer answer = other.get("/balance/info");
            assertThat(answer.status()).isEqualTo(299);
            assertThat(answer.text()).isEqualTo("{}");
        }
    }

    @Nested
    class AnAnswerThatIsNotAsTheContractSays {

        private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/api/open/v2/balance/info");
        private final ContentCachingResponseWrapper response =
                new ContentCachingResponseWrapper(new MockHttpServletResponse());

        private void answer(Validation validation, String body) throws ServletException, IOException {
            ContractValidation contract = new ContractValidation(validation == Validation.ENFORCE, false);
            new ResponseValidationFilter(contract, RESPONSES, ERRORS).doFilter(request, response, (asked, answered) -> {
                answered.setContentType("application/json");
                ((HttpServletResponse) answered).setHeader("X-Secret", "inside");
                answered.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            });
        }

        @Test
        void anInvalidResponseIsSentUnlessTheContractIsEnforced() throws ServletException, IOException {
            answer(Validation.LOG, "{\"code\":\"0\"}");
            assertThat(new String(response.getContentAsByteArray(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"code\":\"0\"}");
            assertThat(response.getStatus()).isEqualTo(200);
        }

        @Test
        void anInvalidResponseBecomesASystemExceptionIfTheContractIsEnforced() throws ServletException, IOException {
            answer(Validation.ENFORCE, "{\"code\":\"0\"}");
            assertThat(response.getStatus()).isEqualTo(500);
            assertThat(new String(response.getContentAsByteArray(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"code\":-2,\"msg\":\"system exception\"}");
            assertThat(response.getHeader("X-Secret")).isNull();
        }

        @Test
        void theSettingLogRejectsNoRequest() {
            request.setQueryString("verbose=true");
            new ContractValidation(false, false).requireValid(request);
            ContractValidation enforced = new ContractValidation(true, false);
            assertThatThrownBy(() -> enforced.requireValid(request))
                    .isInstanceOf(ApiException.class)
                    .hasMessage("is not in the contract");
        }
    }
}
