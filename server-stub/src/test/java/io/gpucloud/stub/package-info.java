@NullMarked
package io.gpucloud.stub;

import org.jspecify.annotations.NullMarked;
