@NullMarked
package io.gpucloud.stub.startup;

import org.jspecify.annotations.NullMarked;
