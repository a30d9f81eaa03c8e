package io.gpucloud.benchmarks;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceList;
import io.gpucloud.client.model.NewInstanceFromPod;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** A client written by hand with an HTTP library and Jackson, which checks status and code. */
record RawCaller(Http http) implements Caller {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addModule(new SimpleModule().addDeserializer(Instant.class, new Seconds()))
            .build();

    private static final NewInstanceFromPod REQUEST = new NewInstanceFromPod(POD, null, GPU, GpuCount.of(1));

    @Override
    public Balance balance() throws IOException, InterruptedException {
        return data("/balance/info", null, Balance.class);
    }

    @Override
    public List<Instance> list() throws IOException, InterruptedException {
        return data("/instance/list", null, InstanceList.class).instanceList();
    }

    @Override
    public Instance create() throws IOException, InterruptedException {
        return data("/instance/create_by_pod", JSON.writeValueAsBytes(REQUEST), Instance.class);
    }

    private <T> T data(String path, byte @Nullable [] body, Class<T> type) throws IOException, InterruptedException {
        Envelope<T> envelope = JSON.readValue(
                http.exchange(path, body), JSON.getTypeFactory().constructParametricType(Envelope.class, type));
        if (envelope.code() != 0) {
            throw new IOException(envelope.msg());
        }
        return requireNonNull(envelope.data());
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
