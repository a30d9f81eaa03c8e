@NullMarked
package io.gpucloud.stub.control;

import org.jspecify.annotations.NullMarked;
