@NullMarked
package io.gpucloud.stub.admin;

import org.jspecify.annotations.NullMarked;
