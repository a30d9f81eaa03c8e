package io.gpucloud.client.internal;

import com.fasterxml.jackson.annotation.JsonInclude;
import feign.Feign;
import feign.RequestInterceptor;
import feign.Retryer;
import feign.hc5.ApacheHttp5Client;
import feign.jackson3.Jackson3Decoder;
import feign.jackson3.Jackson3Encoder;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.api.CatalogApi;
import io.gpucloud.client.api.ImagesApi;
import io.gpucloud.client.api.InstancesApi;
import java.net.URI;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Puts a client together. */
public final class Wiring {

    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private Wiring() {}

    /**
     * Connects to a service.
     *
     * @param baseUrl its address
     * @param apiKey the key, or null for the public operations alone
     * @return the client
     */
    public static GpuCloudClient connect(URI baseUrl, @Nullable ApiKey apiKey) {
        // Nothing is sent again and nothing is followed behind our back: a create sent twice costs money.
        CloseableHttpClient http = HttpClients.custom()
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .build();
        Feign feign = Feign.builder()
                .client(new ApacheHttp5Client(http))
                .encoder(new Jackson3Encoder(JSON))
                .decoder(new Jackson3Decoder(JSON))
                .errorDecoder(new ErrorReader(JSON))
                .retryer(Retryer.NEVER_RETRY)
                .requestInterceptor(authorization(apiKey))
                .build();
        String url = baseUrl.toString();
        return new ConnectedClient(
                http,
                new ConnectedInstances(feign.newInstance(new feign.Target.HardCodedTarget<>(InstancesApi.class, url))),
                new ConnectedImages(feign.newInstance(new feign.Target.HardCodedTarget<>(ImagesApi.class, url))),
                new ConnectedCatalog(feign.newInstance(new feign.Target.HardCodedTarget<>(CatalogApi.class, url))),
                new ConnectedAccount(feign.newInstance(new feign.Target.HardCodedTarget<>(AccountApi.class, url))));
    }

    private static RequestInterceptor authorization(@Nullable ApiKey apiKey) {
        return request -> {
            if (apiKey != null
                    && Operations.of(request.methodMetadata().method()).secured()) {
                request.header("Authorization", "Bearer " + apiKey.value());
            }
        };
    }
}
