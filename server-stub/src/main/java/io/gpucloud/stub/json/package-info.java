/** Strict JSON: reading, checking, and the errors it reports. */
@NullMarked
package io.gpucloud.stub.json;

import org.jspecify.annotations.NullMarked;
