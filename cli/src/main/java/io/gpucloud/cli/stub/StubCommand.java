package io.gpucloud.cli.stub;

import io.gpucloud.cli.output.ExitStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the stub. */
@Command(name = "stub")
public final class StubCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080", converter = PortConverter.class)
    private int port = EnvCommand.PORT;

    @Option(names = "--observed")
    private boolean observed;

    @Parameters(
            paramLabel = "SETTING",
            description = "A setting, such as stub.lifecycle.boot=1s. docs/reference/stub-settings.md has all.")
    private List<String> stubSettings = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        List<String> all = new ArrayList<>(List.of("server.port=" + port, "stub.observed=" + observed));
        all.addAll(stubSettings);
        try (StubProgram stub = StubProgram.start(all)) {
            Integer ready = stub.awaitPort();
            if (ready != null) {
                EnvCommand.print(ready, command.getOut());
            }
            if (stub.process().waitFor() == 0) {
                return ExitStatus.OK;
            }
            stub.printLog(command.getErr());
            return ExitStatus.FAILED;
        }
    }
}
