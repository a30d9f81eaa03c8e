package io.gpucloud.stub.page;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.function.Consumer;

/** A response whose headers are set again after an error or a fault has reset it. */
final class LastingHeaders extends HttpServletResponseWrapper {

    private final Consumer<HttpServletResponse> headers;

    LastingHeaders(HttpServletResponse response, Consumer<HttpServletResponse> headers) {
        super(response);
        this.headers = headers;
        headers.accept(response);
    }

    @Override
    public void reset() {
        super.reset();
        headers.accept((HttpServletResponse) getResponse());
    }
}
