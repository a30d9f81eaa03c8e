/** The shared parts of the commands: their options, and a client for the service. */
@NullMarked
package io.gpucloud.cli.command;

import org.jspecify.annotations.NullMarked;
