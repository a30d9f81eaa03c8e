package io.gpucloud.stub.junit;

import java.net.URI;

/**
 * The account of one test.
 *
 * @param baseUrl the base address of the public API
 * @param apiKey the API key of this account
 */
public record StubAccount(URI baseUrl, String apiKey) {}
