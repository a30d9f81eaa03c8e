/**
 * Operations and members that were observed at the service and are not documented. The build generates most of them.
 */
@NullMarked
package io.gpucloud.stub.api.observed;

import org.jspecify.annotations.NullMarked;
