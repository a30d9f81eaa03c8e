/** Tests of the result of a rental. */
@NullMarked
package io.gpucloud.cli.command;

import org.jspecify.annotations.NullMarked;
