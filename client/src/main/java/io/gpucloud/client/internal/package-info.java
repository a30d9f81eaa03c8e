/** How the client works; no part of its public face. */
@NullMarked
package io.gpucloud.client.internal;

import org.jspecify.annotations.NullMarked;
