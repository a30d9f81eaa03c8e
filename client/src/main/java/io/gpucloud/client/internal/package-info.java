/**
 * A call goes through a chain: a resource calls a generated interface, Feign makes a request of it and passes it to
 * {@code DeadlineClient}, {@code ObservingClient}, {@code RetryingClient}, {@code AuthenticatingClient},
 * {@code DecodingClient} and {@code HttpTransport}. {@code EnvelopeDecoder} decodes a response,
 * {@code ResponseClassifier} classifies it, and {@code ApiErrorDecoder} creates the exception of a failure. Not part of
 * the API.
 */
@NullMarked
package io.gpucloud.client.internal;

import org.jspecify.annotations.NullMarked;
