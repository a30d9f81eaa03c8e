@NullMarked
package io.gpucloud.stub.auth;

import org.jspecify.annotations.NullMarked;
