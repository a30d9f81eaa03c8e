package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.state.StateStore;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Tells the store where a request begins and ends, so that a database is not asked again and again. */
final class StateFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private final transient StateStore store;

    StateFilter(StateStore store) {
        this.store = store;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        store.beginRequest(requireNonNullElse(AuthenticationFilter.token(request), ""));
        try {
            chain.doFilter(request, response);
        } finally {
            store.endRequest();
        }
    }
}
