package io.gpucloud.client.internal;

import io.gpucloud.client.DataEnvelope;
import java.util.Objects;

/** The payloads of responses that were decoded. */
final class Payloads {

    private Payloads() {}

    /** The payload of an envelope. It is there, because the client rejects a response without one. */
    static <T> T of(DataEnvelope<T> envelope) {
        return Objects.requireNonNull(envelope.data());
    }
}
