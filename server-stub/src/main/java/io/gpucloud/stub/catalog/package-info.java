/** Pods, GPU models and market images that can be rented, and the stock of each model. Plain Java. */
@NullMarked
package io.gpucloud.stub.catalog;

import org.jspecify.annotations.NullMarked;
