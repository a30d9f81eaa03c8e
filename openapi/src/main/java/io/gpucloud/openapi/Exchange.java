package io.gpucloud.openapi;

/**
 * A request and its response as sent over the wire.
 *
 * <pre>{@code
 * new Exchange(
 *         Request.of("GET", "/api/open/v2/pod/list?page=1"),
 *         Response.of(200).header("Content-Type", "application/json").body(bytes));
 * }</pre>
 *
 * @param request the request
 * @param response the response
 */
public record Exchange(Request request, Response response) {}
