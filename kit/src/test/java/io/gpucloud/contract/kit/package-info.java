@NullMarked
package io.gpucloud.contract.kit;

import org.jspecify.annotations.NullMarked;
