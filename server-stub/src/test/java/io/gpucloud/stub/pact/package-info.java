@NullMarked
package io.gpucloud.stub.pact;

import org.jspecify.annotations.NullMarked;
