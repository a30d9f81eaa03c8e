/** The administration of a stub over HTTP: what a tester does to it, beside the public API. */
@NullMarked
package io.gpucloud.stub.admin;

import org.jspecify.annotations.NullMarked;
