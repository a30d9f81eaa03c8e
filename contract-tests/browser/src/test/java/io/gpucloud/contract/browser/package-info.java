@NullMarked
package io.gpucloud.contract.browser;

import org.jspecify.annotations.NullMarked;
