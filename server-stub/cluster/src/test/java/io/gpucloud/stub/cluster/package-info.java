@NullMarked
package io.gpucloud.stub.cluster;

import org.jspecify.annotations.NullMarked;
