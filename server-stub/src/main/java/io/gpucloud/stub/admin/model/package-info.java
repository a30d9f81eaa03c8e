/** Generated from the contract of {@code /__admin}: its schemas. */
@NullMarked
package io.gpucloud.stub.admin.model;

import org.jspecify.annotations.NullMarked;
