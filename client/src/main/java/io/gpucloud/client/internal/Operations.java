package io.gpucloud.client.internal;

import static io.gpucloud.client.api.ApiOperation.CREATE_INSTANCE_BY_IMAGE;
import static io.gpucloud.client.api.ApiOperation.CREATE_INSTANCE_BY_POD;
import static io.gpucloud.client.api.ApiOperation.SET_SHUTDOWN_TIMER;
import static io.gpucloud.client.api.ApiOperation.UPDATE_INSTANCE_TITLE;

import feign.MethodMetadata;
import feign.Request;
import io.gpucloud.client.api.ApiOperation;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts about operations that the contract does not state. */
final class Operations {

    /** Only observed, not documented. It reads, so it can be repeated. */
    private static final ApiOperation GET_INSTANCE = ApiOperation.unknown("getInstance", "GET", "/instance/info");

    /** By HTTP method and path, whatever the name of the method in an interface. */
    private static final Map<String, ApiOperation> BY_REQUEST = Stream.concat(
                    ApiOperation.values().stream(), Stream.of(GET_INSTANCE))
            .collect(Collectors.toUnmodifiableMap(ApiOperation::toString, Function.identity()));

    private Operations() {}

    /** The operation of a request. {@code path} begins after the base address. */
    static ApiOperation of(Request request, String path) {
        ApiOperation known = BY_REQUEST.get(request.httpMethod() + " " + path);
        return known == null ? unknown(request, path) : known;
    }

    /** The template of a path, not the path itself: its variables may be of any number. */
    private static ApiOperation unknown(Request request, String path) {
        MethodMetadata method = request.requestTemplate().methodMetadata();
        String template = method == null ? path : withoutQuery(method.template().url());
        String id = method == null ? path : method.method().getName();
        return ApiOperation.unknown(id, request.httpMethod().name(), template);
    }

    static String withoutQuery(String url) {
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }

    /** Returns whether the operation certainly changes nothing. */
    static boolean onlyReads(ApiOperation operation) {
        return operation.equals(GET_INSTANCE)
                || (operation.isKnown() && operation.method().equals("GET"));
    }

    static boolean createsInstance(ApiOperation operation) {
        return operation.equals(CREATE_INSTANCE_BY_POD) || operation.equals(CREATE_INSTANCE_BY_IMAGE);
    }

    /** Returns whether the operation is idempotent. An operation that is not listed counts as unsafe. */
    static boolean safeToRepeat(ApiOperation operation) {
        return onlyReads(operation) || operation.equals(SET_SHUTDOWN_TIMER) || operation.equals(UPDATE_INSTANCE_TITLE);
    }
}
