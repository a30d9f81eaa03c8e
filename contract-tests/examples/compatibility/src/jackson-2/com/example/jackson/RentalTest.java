package com.example.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A program that sends its requests itself. */
@ExtendWith(GpuCloudStubExtension.class)
class RentalTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SPEC = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    @Test
    void isRentedThoughTheResponseIsLost(StubAccount account, StubFaults faults, StubJournal journal) throws Exception {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);
        HttpRequest create = request(account, "/instance/create_by_pod")
                .POST(BodyPublishers.ofString(SPEC))
                .build();

        assertThrows(IOException.class, () -> HTTP.send(create, BodyHandlers.ofString()));

        assertEquals(1, journal.requests(Operations.CREATE_INSTANCE_BY_POD).size());
        HttpRequest list = request(account, "/instance/list").build();
        JsonNode listed = JSON.readTree(HTTP.send(list, BodyHandlers.ofString()).body());
        assertEquals(1, listed.at("/data/instance_list").size());
    }

    private static HttpRequest.Builder request(StubAccount account, String path) {
        return HttpRequest.newBuilder(URI.create(account.baseUrl() + path))
                .header("Authorization", "Bearer " + account.apiKey())
                .header("Content-Type", "application/json");
    }
}
