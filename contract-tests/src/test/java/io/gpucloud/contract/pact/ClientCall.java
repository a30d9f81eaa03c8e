package io.gpucloud.contract.pact;

import au.com.dius.pact.consumer.dsl.HttpRequestBuilder;
import au.com.dius.pact.consumer.dsl.LambdaDsl;
import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import au.com.dius.pact.consumer.dsl.Matchers;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Paged;
import io.gpucloud.client.api.ApiOperation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call of the client by a program, and the request that the client sends.
 *
 * @param query the parameters of the query, values or matchers
 * @param body the members of the body, or null if there is none
 */
record ClientCall<R>(
        ApiOperation operation,
        Map<String, Object> query,
        @Nullable Consumer<LambdaDslObject> body,
        Function<GpuCloudClient, R> program) {

    static final String BASE_PATH = "/api/open/v2";

    /** The key of the examples. A verifier sends the key that the provider state returns. */
    static final String KEY = "demo-key";

    static <R> ClientCall<R> get(ApiOperation operation, Function<GpuCloudClient, R> program) {
        return new ClientCall<>(operation, Map.of(), null, program);
    }

    /** A call of one page of a list. */
    static <T> ClientCall<List<T>> page(
            ApiOperation operation, int page, int size, Function<GpuCloudClient, Paged<T>> list) {
        return ClientCall.<List<T>>get(
                        operation,
                        client ->
                                list.apply(client).withPageSize(size).page(page).items())
                .withQuery("page", String.valueOf(page))
                .withQuery("page_size", String.valueOf(size));
    }

    static <R> ClientCall<R> post(
            ApiOperation operation, Consumer<LambdaDslObject> body, Function<GpuCloudClient, R> program) {
        return new ClientCall<>(operation, Map.of(), body, program);
    }

    /** A call without a result. */
    static ClientCall<String> command(
            ApiOperation operation, Consumer<LambdaDslObject> body, Consumer<GpuCloudClient> program) {
        return post(operation, body, client -> {
            program.accept(client);
            return "done";
        });
    }

    ClientCall<R> withQuery(String name, Object value) {
        Map<String, Object> more = new TreeMap<>(query);
        more.put(name, value);
        return new ClientCall<>(operation, more, body, program);
    }

    HttpRequestBuilder describe(HttpRequestBuilder request) {
        request.method(operation.method()).path(BASE_PATH + operation.path()).header("Accept", "application/json");
        if (operation.secured()) {
            request.header("Authorization", Matchers.fromProviderState("Bearer ${api_key}", "Bearer " + KEY));
        }
        query.forEach(request::queryParameter);
        if (body != null) {
            request.body(LambdaDsl.newJsonBody(body::accept).build());
        }
        return request;
    }
}
