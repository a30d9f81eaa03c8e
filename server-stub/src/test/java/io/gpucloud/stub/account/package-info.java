@NullMarked
package io.gpucloud.stub.account;

import org.jspecify.annotations.NullMarked;
