package io.gpucloud.cli.command;

import io.gpucloud.client.WaitTimer;
import org.jspecify.annotations.Nullable;

/** The time in which all commands run. */
public interface ProgramTime {

    /** Null for that of the service. Tests have their own. */
    @Nullable
    WaitTimer timer();
}
