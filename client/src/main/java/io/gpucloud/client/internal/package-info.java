/**
 * A call goes through a chain: a resource calls a generated interface, Feign makes a request of it and passes it to {@code
 * DeadlineClient}, {@code ObservingClient}, {@code RetryingClient}, {@code AuthenticatingClient}, {@code DecodingClient} and
 * {@code HttpTransport}. {@code EnvelopeDecoder} makes a record of a response, {@code ResponseClassifier} says what it means,
 * and {@code ApiErrorDecoder} makes the exception of a failure. Not part of the API.
 */
@NullMarked
package io.gpucloud.client.internal;

import org.jspecify.annotations.NullMarked;
