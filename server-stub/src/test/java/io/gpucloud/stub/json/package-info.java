@NullMarked
package io.gpucloud.stub.json;

import org.jspecify.annotations.NullMarked;
