package io.gpucloud.stub.api;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Serves a request as usual. */
@FunctionalInterface
interface RequestHandler {
    void serve(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
}
