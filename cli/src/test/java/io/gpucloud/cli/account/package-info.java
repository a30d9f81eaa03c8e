/** Tests of commands that list and change an account. */
@NullMarked
package io.gpucloud.cli.account;

import org.jspecify.annotations.NullMarked;
