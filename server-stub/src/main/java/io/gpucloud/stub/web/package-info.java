/** The public API over HTTP: who may ask, what was asked, and what is answered. State is kept elsewhere. */
@NullMarked
package io.gpucloud.stub.web;

import org.jspecify.annotations.NullMarked;
