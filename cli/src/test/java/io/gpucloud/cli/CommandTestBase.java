package io.gpucloud.cli;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A stub whose instances boot at once, for all tests of the JVM, and an account for each test. */
@ExtendWith(LeftThreads.class)
public abstract class CommandTestBase {

    private static final GpuCloudStub STUB = GpuCloudStub.start(
            "stub.lifecycle.boot=0s", "stub.lifecycle.shutdown=0s", "stub.lifecycle.image-upload=0s");

    protected Program program;

    @BeforeEach
    void openAccount(@TempDir Path folder) throws IOException {
        program = new Program(STUB, folder);
    }
}
