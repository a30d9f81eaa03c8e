@NullMarked
package io.gpucloud.stub.page;

import org.jspecify.annotations.NullMarked;
