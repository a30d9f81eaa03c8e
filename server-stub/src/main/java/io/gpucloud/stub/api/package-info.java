/** The public HTTP API: filters, controllers, request binding, mapping and errors. */
@NullMarked
package io.gpucloud.stub.api;

import org.jspecify.annotations.NullMarked;
