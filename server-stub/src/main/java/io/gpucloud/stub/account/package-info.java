/**
 * Accounts: instances, private images and capacity, and every operation on them. Plain Java without a framework or
 * generated types.
 */
@NullMarked
package io.gpucloud.stub.account;

import org.jspecify.annotations.NullMarked;
