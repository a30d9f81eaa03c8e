/**
 * The OpenAPI documents, a model of them, and a check of one exchange against them.
 *
 * <p>The documents are in {@code META-INF/openapi}. The dependencies of this jar are optional:
 *
 * <ul>
 *   <li>The files need none.
 *   <li>The model, {@link io.gpucloud.openapi.OpenApiDocument}, needs {@code tools.jackson.core:jackson-databind}.
 *   <li>The check, {@link io.gpucloud.openapi.ContractCheck}, also needs {@code com.networknt:json-schema-validator}
 *       and {@code tools.jackson.dataformat:jackson-dataformat-yaml}.
 * </ul>
 */
@org.jspecify.annotations.NullMarked
package io.gpucloud.openapi;
