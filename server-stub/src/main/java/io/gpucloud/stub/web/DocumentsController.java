package io.gpucloud.stub.web;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Hands out the contracts that the stub implements. */
@RestController
final class DocumentsController {

    @GetMapping(path = "/openapi/gpu-cloud-v2.yaml", produces = MediaType.APPLICATION_YAML_VALUE)
    Resource contract() {
        return new ClassPathResource("META-INF/openapi/gpu-cloud-v2.yaml");
    }

    @GetMapping(path = "/openapi/stub-admin-v1.yaml", produces = MediaType.APPLICATION_YAML_VALUE)
    Resource administration() {
        return new ClassPathResource("META-INF/openapi/stub-admin-v1.yaml");
    }
}
