@NullMarked
package io.gpucloud.client.spring;

import org.jspecify.annotations.NullMarked;
