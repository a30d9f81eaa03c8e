package io.gpucloud.stub.web;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Hands out the contract that the stub implements. */
@RestController
final class DocumentsController {

    @GetMapping(path = "/openapi/gpu-cloud-v2.yaml", produces = MediaType.APPLICATION_YAML_VALUE)
    Resource contract() {
        return new ClassPathResource("META-INF/openapi/gpu-cloud-v2.yaml");
    }
}
