package com.example.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A program that sends its requests itself. */
@ExtendWith(GpuCloudStubExtension.class)
class RentalTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHUT_DOWN = 22;

    private StubAccount account;

    @BeforeEach
    void open(StubAccount account) {
        this.account = account;
    }

    @Test
    void endsWhenItsTimeIsOver(StubClock clock) throws Exception {
        String id = rent().at("/data/instance_uuid").textValue();
        clock.advance(Duration.ofMinutes(1));
        long end = clock.now().plus(Duration.ofHours(8)).getEpochSecond();
        post(
                "/instance/shutdown_timer",
                "{\"instance_uuid\":\"%s\",\"shutdown_time\":%d,\"enable\":true}".formatted(id, end));

        clock.advance(Duration.ofHours(9));

        assertEquals(SHUT_DOWN, instances().path(0).path("status").intValue());
    }

    @Test
    void failsWithoutAFreeGpu(StubFaults faults) throws Exception {
        faults.noCapacity("gpu-rtx-4090");

        assertEquals("not enough free GPUs of this model", rent().path("msg").textValue());
    }

    @Test
    void isRentedThoughTheResponseIsLost(StubFaults faults, StubJournal journal) throws Exception {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        assertThrows(IOException.class, this::rent);

        assertEquals(1, journal.requests(Operations.CREATE_INSTANCE_BY_POD).size());
        assertEquals(1, instances().size());
    }

    private JsonNode rent() throws Exception {
        return post(
                "/instance/create_by_pod",
                "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}");
    }

    private JsonNode instances() throws Exception {
        return send(request("/instance/list").build()).at("/data/instance_list");
    }

    private JsonNode post(String path, String body) throws Exception {
        return send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(account.baseUrl() + path))
                .header("Authorization", "Bearer " + account.apiKey())
                .header("Content-Type", "application/json");
    }

    private static JsonNode send(HttpRequest request) throws Exception {
        return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    }
}
