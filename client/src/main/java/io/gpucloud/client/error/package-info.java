/** What can go wrong, under one root. */
@NullMarked
package io.gpucloud.client.error;

import org.jspecify.annotations.NullMarked;
