package io.gpucloud.client.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a missing or invalid property of the client, and what to do about it. */
final class GpuCloudPropertyFailureAnalyzer extends AbstractFailureAnalyzer<GpuCloudPropertyException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, GpuCloudPropertyException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
    }
}
