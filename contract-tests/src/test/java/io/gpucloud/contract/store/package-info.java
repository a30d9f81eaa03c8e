/** Several stubs over one PostgreSQL database. */
@NullMarked
package io.gpucloud.contract.store;

import org.jspecify.annotations.NullMarked;
