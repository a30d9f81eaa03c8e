/** Tests of the server for agents. */
@NullMarked
package io.gpucloud.cli.serve;

import org.jspecify.annotations.NullMarked;
