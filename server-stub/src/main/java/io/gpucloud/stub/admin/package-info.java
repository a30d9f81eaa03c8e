/** The administration of a stub over HTTP, {@code /__admin}. */
@NullMarked
package io.gpucloud.stub.admin;

import org.jspecify.annotations.NullMarked;
