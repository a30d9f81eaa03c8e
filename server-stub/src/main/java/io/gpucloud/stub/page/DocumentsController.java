package io.gpucloud.stub.page;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Serves the OpenAPI documents that the stub implements, also to web pages of other origins, such as editors. */
@RestController
@CrossOrigin
final class DocumentsController {

    @GetMapping(
            path = "/openapi/{contract:gpu-cloud-v2|gpu-cloud-v2-observed|stub-admin-v1}.yaml",
            produces = "application/yaml")
    Resource yaml(@PathVariable String contract) {
        return new ClassPathResource("META-INF/openapi/" + contract + ".yaml");
    }

    @GetMapping(
            path = "/openapi/{contract:gpu-cloud-v2|gpu-cloud-v2-observed|stub-admin-v1}.json",
            produces = "application/json")
    Resource json(@PathVariable String contract) {
        return new ClassPathResource("META-INF/openapi/" + contract + ".json");
    }
}
