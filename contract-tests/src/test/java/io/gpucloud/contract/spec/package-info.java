@NullMarked
package io.gpucloud.contract.spec;

import org.jspecify.annotations.NullMarked;
