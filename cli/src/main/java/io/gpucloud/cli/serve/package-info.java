/** The engine of the libraries for Python and others: leases by JSON-RPC over standard input and output. */
@NullMarked
package io.gpucloud.cli.serve;

import org.jspecify.annotations.NullMarked;
