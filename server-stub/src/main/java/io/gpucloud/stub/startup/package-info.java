/** Command line, settings errors, and the choice of the beans that the build has resolved. */
@NullMarked
package io.gpucloud.stub.startup;

import org.jspecify.annotations.NullMarked;
