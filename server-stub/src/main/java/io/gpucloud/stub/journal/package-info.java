/** The record of requests: journal, log line and metrics, with keys masked. */
@NullMarked
package io.gpucloud.stub.journal;

import org.jspecify.annotations.NullMarked;
