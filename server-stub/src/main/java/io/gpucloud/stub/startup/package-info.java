/** Command line, settings errors, logging and monitoring at startup. */
@NullMarked
package io.gpucloud.stub.startup;

import org.jspecify.annotations.NullMarked;
