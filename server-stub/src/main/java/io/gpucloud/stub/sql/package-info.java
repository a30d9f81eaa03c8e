/** The state of the stub in a PostgreSQL database, which several stubs share. */
@NullMarked
package io.gpucloud.stub.sql;

import org.jspecify.annotations.NullMarked;
