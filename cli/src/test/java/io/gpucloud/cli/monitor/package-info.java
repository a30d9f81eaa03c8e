@NullMarked
package io.gpucloud.cli.monitor;

import org.jspecify.annotations.NullMarked;
