package io.gpucloud.contract.kit;

import io.gpucloud.openapi.OpenApiDocument;

/** The two OpenAPI documents that the kit tests against. */
public final class ApiDocuments {

    /** The public API of the service. */
    public static final OpenApiDocument PUBLIC_API = OpenApiDocument.load("gpu-cloud-v2");

    /** The {@code /__admin} API of the stub. */
    public static final OpenApiDocument ADMIN_API = OpenApiDocument.load("stub-admin-v1");

    private ApiDocuments() {}
}
