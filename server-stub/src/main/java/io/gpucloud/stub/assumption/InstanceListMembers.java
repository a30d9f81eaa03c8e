package io.gpucloud.stub.assumption;

/** Which members the instances of {@code listInstances} have; assumption {@code instance-list-members}. */
public enum InstanceListMembers {
    /** Those of create responses. */
    ALL,
    /** The documented ones: {@code instance_uuid}, {@code status}, {@code title} and {@code server_url}. */
    DOCUMENTED
}
