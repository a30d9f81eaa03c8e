/** Tests of the program: its commands in this process, against a stub, and the packaged program in a shell script. */
@NullMarked
package io.gpucloud.cli;

import org.jspecify.annotations.NullMarked;
