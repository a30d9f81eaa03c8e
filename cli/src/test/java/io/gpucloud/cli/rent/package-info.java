/** Tests of the result of a rental. */
@NullMarked
package io.gpucloud.cli.rent;

import org.jspecify.annotations.NullMarked;
