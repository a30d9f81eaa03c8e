/** Where accounts come from and where they are kept: seeds, snapshots, the snapshot file, and resets. */
@NullMarked
package io.gpucloud.stub.state;

import org.jspecify.annotations.NullMarked;
