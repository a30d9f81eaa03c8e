package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Finding;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Response;
import io.gpucloud.openapi.Strictness;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The program of the guide for owners of an API catalog finds what the page says. */
class PublishTheContractTest {

    private static final MarkdownPage PAGE = MarkdownPage.of("docs/how-to/publish-the-contract.md");

    @Test
    void printsTheFindingsOfThePage() {
        ContractCheck check = ContractCheck.of("gpu-cloud-v2", Strictness.LENIENT);
        Request request = Request.of("GET", "/api/open/v2/gpu/list").header("Authorization", "Bearer demo-key");
        Response response =
                Response.of(200).header("Content-Type", "application/json").body("""
                        {"code": 0, "msg": "success", "data": {"gpu_list": [{"gpu_name": "RTX 4090"}]}}
                        """);

        List<Finding> findings = check.exchange(request, response);

        String printed = findings.stream().map(Finding::toString).collect(Collectors.joining("\n"));
        assertThat(PAGE.text()).contains("```text\n" + printed + "\n```");
    }
}
