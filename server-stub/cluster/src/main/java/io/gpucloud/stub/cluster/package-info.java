/** A stub whose state several machines keep together, in Hazelcast. */
@org.jspecify.annotations.NullMarked
package io.gpucloud.stub.cluster;
