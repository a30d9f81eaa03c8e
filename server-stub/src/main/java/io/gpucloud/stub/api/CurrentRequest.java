package io.gpucloud.stub.api;

import io.gpucloud.stub.json.RequestBinder;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Binds the current request to a record: its body, or its query if the operation has no body.
 *
 * @param request delegates to the request of the current thread
 */
record CurrentRequest(RequestBinder binder, HttpServletRequest request) {

    <T> T bind(Class<T> type) {
        byte[] body = RequestContext.of(request).body();
        return body == null ? binder.readQuery(request::getParameterMap, type) : binder.readBody(body, type);
    }
}
