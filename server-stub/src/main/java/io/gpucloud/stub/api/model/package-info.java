/** Generated from the contract: its schemas. */
@NullMarked
package io.gpucloud.stub.api.model;

import org.jspecify.annotations.NullMarked;
