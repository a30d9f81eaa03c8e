package io.gpucloud.contract.kit.derived;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.derived.RequestCase.Expected;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MalformedRequestsTest {

    private static final String KEY = "demo-key";

    static Stream<Arguments> operations() {
        return Stream.of(ApiDocuments.PUBLIC_API, ApiDocuments.ADMIN_API)
                .flatMap(
                        document -> document.operations().stream().map(operation -> Arguments.of(document, operation)));
    }

    /** A report shows the names only. */
    @ParameterizedTest
    @MethodSource("operations")
    void nameEachCaseOfAnOperationDifferently(OpenApiDocument document, OpenApiOperation operation) {
        assertThat(cases(document, operation)).extracting(RequestCase::name).doesNotHaveDuplicates();
    }

    @Test
    void includeEachMemberMissingAndOutOfRange() {
        List<RequestCase> cases =
                cases(ApiDocuments.PUBLIC_API, ApiDocuments.PUBLIC_API.operation("createInstanceByPod"));
        assertThat(named(cases, "gpu_nums: missing").field()).isEqualTo("gpu_nums");
        assertThat(named(cases, "gpu_nums: 3").field()).isEqualTo("gpu_nums");
        assertThat(named(cases, "gpu_nums: 8").expected()).isEqualTo(Expected.TAKEN);
    }

    @Test
    void sendNoBodyToAnOperationThatTakesNone() {
        List<RequestCase> cases = cases(ApiDocuments.PUBLIC_API, ApiDocuments.PUBLIC_API.operation("listInstances"));
        assertThat(cases)
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.call().body()).isNull());
    }

    private static List<RequestCase> cases(OpenApiDocument document, OpenApiOperation operation) {
        Call call = Call.of(document, operation, operation.path());
        return new MalformedRequests(call, WellFormedRequests.minimal(operation))
                .all(KEY)
                .toList();
    }

    private static RequestCase named(List<RequestCase> cases, String name) {
        return cases.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
