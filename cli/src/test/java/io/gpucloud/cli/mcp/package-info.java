/** Tests of the server for agents. */
@NullMarked
package io.gpucloud.cli.mcp;

import org.jspecify.annotations.NullMarked;
