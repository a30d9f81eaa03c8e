/** The stub of the service as a process. */
@NullMarked
package io.gpucloud.cli.stub;

import org.jspecify.annotations.NullMarked;
