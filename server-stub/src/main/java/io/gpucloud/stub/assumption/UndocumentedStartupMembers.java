package io.gpucloud.stub.assumption;

/** How {@code startInstance} treats {@code gpu_uuid} and {@code gpu_nums}; assumption {@code undocumented-startup-members}. */
public enum UndocumentedStartupMembers {
    /** Rejects the request, because ignored members would change its outcome. */
    REJECT,
    /** Ignores them, as if they had been left out. */
    IGNORE
}
