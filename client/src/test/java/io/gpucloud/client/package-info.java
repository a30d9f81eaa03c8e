@NullMarked
package io.gpucloud.client;

import org.jspecify.annotations.NullMarked;
