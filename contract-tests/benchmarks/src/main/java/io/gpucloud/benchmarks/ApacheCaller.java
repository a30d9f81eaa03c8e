package io.gpucloud.benchmarks;

import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;

/** Apache HttpClient 5. */
final class ApacheCaller extends RawCaller {

    private final CloseableHttpClient client = HttpClients.custom()
            .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(256)
                    .setMaxConnTotal(256)
                    .build())
            .build();
    private final String baseUrl;
    private final String authorization;

    ApacheCaller(String baseUrl, String apiKey) {
        this.baseUrl = baseUrl;
        authorization = "Bearer " + apiKey;
    }

    @Override
    byte[] exchange(String path, byte @Nullable [] body) throws IOException {
        HttpUriRequestBase request = body == null ? new HttpGet(baseUrl + path) : new HttpPost(baseUrl + path);
        request.setHeader("Authorization", authorization);
        request.setHeader("Accept", "application/json");
        if (body != null) {
            request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        }
        return client.execute(request, response -> {
            if (response.getCode() != 200) {
                throw new IOException("HTTP " + response.getCode());
            }
            return EntityUtils.toByteArray(response.getEntity());
        });
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
