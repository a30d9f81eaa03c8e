package io.gpucloud.stub.cluster;

import java.io.Serializable;
import java.util.concurrent.Callable;

/** Runs a task on the member that receives it. */
final class RemoteTask implements Callable<ResultEnvelope>, Serializable {

    private static final long serialVersionUID = 1L;

    private final transient MemberTask task;
    private final transient LocalMember localMember;

    RemoteTask(MemberTask task, LocalMember localMember) {
        this.task = task;
        this.localMember = localMember;
    }

    MemberTask task() {
        return task;
    }

    @Override
    public ResultEnvelope call() {
        return new ResultEnvelope(task.run(localMember));
    }
}
