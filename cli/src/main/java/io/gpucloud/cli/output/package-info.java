/** How results and failures look: tables and JSON, texts for people, and the exit status. */
@NullMarked
package io.gpucloud.cli.output;

import org.jspecify.annotations.NullMarked;
