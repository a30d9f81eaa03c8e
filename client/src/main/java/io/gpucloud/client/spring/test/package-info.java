/** A slice for tests of programs that use the client. */
@NullMarked
package io.gpucloud.client.spring.test;

import org.jspecify.annotations.NullMarked;
