/** What can be asked of the service, by subject. Interfaces, so that programs can replace them in their tests. */
@NullMarked
package io.gpucloud.client.resource;

import org.jspecify.annotations.NullMarked;
