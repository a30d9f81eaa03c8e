@NullMarked
package io.gpucloud.stub.journal;

import org.jspecify.annotations.NullMarked;
