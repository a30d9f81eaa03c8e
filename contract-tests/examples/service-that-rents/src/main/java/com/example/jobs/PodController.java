package com.example.jobs;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Pod;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Calls the service within the request. A call that fails ends it with a ProblemDetail. */
@RestController
class PodController {

    private final GpuCloudClient client;

    PodController(GpuCloudClient client) {
        this.client = client;
    }

    @GetMapping("/pods")
    List<String> pods() {
        return client.pods().list().stream().map(Pod::uuid).toList();
    }
}
