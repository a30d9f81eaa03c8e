/**
 * Generated from the contract: its schemas.
 *
 * @serial exclude
 */
@NullMarked
package io.gpucloud.client.model;

import org.jspecify.annotations.NullMarked;
