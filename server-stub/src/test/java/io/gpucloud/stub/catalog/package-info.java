@NullMarked
package io.gpucloud.stub.catalog;

import org.jspecify.annotations.NullMarked;
