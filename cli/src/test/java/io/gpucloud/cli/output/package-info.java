/** Tests of tables. */
@NullMarked
package io.gpucloud.cli.output;

import org.jspecify.annotations.NullMarked;
