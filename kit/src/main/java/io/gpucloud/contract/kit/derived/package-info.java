/**
 * Checks that are derived from the schemas of the OpenAPI documents: malformed requests, and valid ones at the bounds
 * of the schemas, each with the response that it must get.
 */
@NullMarked
package io.gpucloud.contract.kit.derived;

import org.jspecify.annotations.NullMarked;
