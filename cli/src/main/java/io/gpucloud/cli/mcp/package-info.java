/** A server of the Model Context Protocol, for agents. */
@NullMarked
package io.gpucloud.cli.mcp;

import org.jspecify.annotations.NullMarked;
