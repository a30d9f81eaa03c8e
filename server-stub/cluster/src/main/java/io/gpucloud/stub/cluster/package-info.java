/** A stub whose state is shared by several machines, in Hazelcast. */
@org.jspecify.annotations.NullMarked
package io.gpucloud.stub.cluster;
