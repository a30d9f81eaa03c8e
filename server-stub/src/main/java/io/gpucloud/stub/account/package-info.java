/** What a tenant owns and every verb of it: instances, private images, capacity. Plain Java: no framework and no generated type. */
@NullMarked
package io.gpucloud.stub.account;

import org.jspecify.annotations.NullMarked;
