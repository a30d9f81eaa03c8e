/**
 * The contract as files, and a check of one exchange against it.
 *
 * <p>The documents lie in {@code META-INF/openapi}. To run the check, a class path needs
 * {@code com.networknt:json-schema-validator} and {@code tools.jackson.dataformat:jackson-dataformat-yaml} as well; who
 * wants only the documents needs neither.
 */
@org.jspecify.annotations.NullMarked
package io.gpucloud.openapi;
