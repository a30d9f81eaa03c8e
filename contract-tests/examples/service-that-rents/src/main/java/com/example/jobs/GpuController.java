package com.example.jobs;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.GpuModel;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Calls the service within the request. A call that fails ends it with a ProblemDetail. */
@RestController
class GpuController {

    private final GpuCloudClient client;

    GpuController(GpuCloudClient client) {
        this.client = client;
    }

    @GetMapping("/gpus")
    List<String> gpus() {
        return client.gpus().list().stream().map(GpuModel::gpuUuid).toList();
    }
}
