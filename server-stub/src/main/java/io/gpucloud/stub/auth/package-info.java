/** API keys, what they permit, and the rate limits. */
@NullMarked
package io.gpucloud.stub.auth;

import org.jspecify.annotations.NullMarked;
