/** The pages of the stub: start page, API reference, and the headers that protect them. */
@NullMarked
package io.gpucloud.stub.page;

import org.jspecify.annotations.NullMarked;
