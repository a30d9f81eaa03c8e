package io.gpucloud.benchmarks;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceList;
import io.gpucloud.client.model.NewInstanceFromPod;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** The code that a user writes without our client: Apache HttpClient, Jackson, and a check of status and code. */
record HandWrittenClient(URI baseUrl, String apiKey) {

    private static final CloseableHttpClient HTTP = HttpClients.createDefault();
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addModule(new SimpleModule().addDeserializer(Instant.class, new Seconds()))
            .build();
    private static final NewInstanceFromPod NEW =
            new NewInstanceFromPod("pod-comfyui", null, "gpu-rtx-4090", GpuCount.of(1));

    void balance() throws IOException {
        requireNonNull(send(new HttpGet(baseUrl + "/balance/info"), Balance.class));
    }

    void list() throws IOException {
        requireNonNull(send(new HttpGet(baseUrl + "/instance/list"), InstanceList.class));
    }

    void createAndDestroy() throws IOException {
        Instance created = requireNonNull(post("/instance/create_by_pod", NEW, Instance.class));
        post("/instance/destroy", Map.of("instance_uuid", created.instanceUuid()), Object.class);
    }

    private <T> @Nullable T post(String path, Object body, Class<T> type) throws IOException {
        HttpPost request = new HttpPost(baseUrl + path);
        request.setEntity(new ByteArrayEntity(JSON.writeValueAsBytes(body), ContentType.APPLICATION_JSON));
        return send(request, type);
    }

    private <T> @Nullable T send(HttpUriRequestBase request, Class<T> type) throws IOException {
        request.setHeader("Authorization", "Bearer " + apiKey);
        request.setHeader("Accept", "application/json");
        Envelope<T> envelope = HTTP.execute(request, response -> {
            if (response.getCode() != 200) {
                throw new IOException("HTTP " + response.getCode());
            }
            return JSON.readValue(
                    EntityUtils.toByteArray(response.getEntity()),
                    JSON.getTypeFactory().constructParametricType(Envelope.class, type));
        });
        if (envelope.code() != 0) {
            throw new IOException(envelope.msg());
        }
        return envelope.data();
    }

    private record Envelope<T>(
            int code, String msg, @Nullable T data) {}

    private static final class Seconds extends ValueDeserializer<Instant> {

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) {
            return Instant.ofEpochSecond(parser.getLongValue());
        }
    }
}
