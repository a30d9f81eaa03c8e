@NullMarked
package io.gpucloud.stub.web;

import org.jspecify.annotations.NullMarked;
