/**
 * The model of the service: accounts with everything they own, and what time does to it. Plain, single-threaded Java; it
 * never asks for the time, draws no chance and knows nothing of HTTP.
 */
@NullMarked
package io.gpucloud.stub.domain;

import org.jspecify.annotations.NullMarked;
