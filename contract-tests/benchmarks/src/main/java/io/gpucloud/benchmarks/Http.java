package io.gpucloud.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

/** An HTTP library that calls the service with an API key. */
interface Http {

    /** Each client has a thread, so all callers share one. */
    HttpClient JDK =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Returns the body of a successful response, and fails for any other. */
    byte[] exchange(String path, byte @Nullable [] body) throws IOException, InterruptedException;

    /** The JDK's HTTP client. */
    static Http jdk(String baseUrl, String apiKey) {
        return (path, body) -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                    .header("Authorization", "Bearer " + apiKey)
                    .header("Accept", "application/json");
            if (body != null) {
                request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofByteArray(body));
            }
            HttpResponse<byte[]> response = JDK.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            requireSuccess(response.statusCode());
            return response.body();
        };
    }

    /** Apache HttpClient 5. */
    static Http apache(String baseUrl, String apiKey) {
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(256)
                        .setMaxConnTotal(256)
                        .build())
                .build();
        return (path, body) -> {
            HttpUriRequestBase request = body == null ? new HttpGet(baseUrl + path) : new HttpPost(baseUrl + path);
            request.setHeader("Authorization", "Bearer " + apiKey);
            request.setHeader("Accept", "application/json");
            if (body != null) {
                request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
            }
            return client.execute(request, response -> {
                requireSuccess(response.getCode());
                return EntityUtils.toByteArray(response.getEntity());
            });
        };
    }

    private static void requireSuccess(int status) throws IOException {
        if (status / 100 != 2) {
            throw new IOException("HTTP " + status);
        }
    }
}
