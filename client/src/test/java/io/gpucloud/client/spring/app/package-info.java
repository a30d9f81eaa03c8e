/** An application that uses the client. */
@NullMarked
package io.gpucloud.client.spring.app;

import org.jspecify.annotations.NullMarked;
