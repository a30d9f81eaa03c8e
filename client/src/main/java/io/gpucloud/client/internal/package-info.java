/**
 * How a call goes: a resource calls a generated interface, Feign makes a request of it and hands it to {@code CallLoop}, which
 * sends it as often as it takes through a {@code Transport}; {@code Answers} makes a record of what comes back, and
 * {@code Failures} an exception of what does not. Not part of the API.
 */
@NullMarked
package io.gpucloud.client.internal;

import org.jspecify.annotations.NullMarked;
