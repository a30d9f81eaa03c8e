/** The settings of the stub. */
@NullMarked
package io.gpucloud.stub.settings;

import org.jspecify.annotations.NullMarked;
