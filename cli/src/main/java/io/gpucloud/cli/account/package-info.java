/** Commands that show or change what the account has. */
@NullMarked
package io.gpucloud.cli.account;

import org.jspecify.annotations.NullMarked;
