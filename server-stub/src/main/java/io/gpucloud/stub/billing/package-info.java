/** Balance, compute cards, recharges and bills of an account. Amounts are in cents. Plain Java. */
@NullMarked
package io.gpucloud.stub.billing;

import org.jspecify.annotations.NullMarked;
