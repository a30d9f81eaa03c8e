package io.gpucloud.cli.stub;

import io.gpucloud.cli.output.ExitStatus;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints variables for the shell. */
@Command(name = "env")
public final class EnvCommand implements Callable<Integer> {

    static final int PORT = 8080;

    /** The stub's own key. It opens nothing else. */
    public static final String STUB_KEY = "demo-key";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080", converter = PortConverter.class)
    private int port = PORT;

    @Override
    public Integer call() {
        print(port, Objects.requireNonNull(spec).commandLine().getOut());
        return ExitStatus.OK;
    }

    static void print(int port, PrintWriter out) {
        out.println("export GPU_CLOUD_BASE_URL=" + stubUrl(port));
        out.println("export GPU_CLOUD_API_KEY=" + STUB_KEY);
        out.flush();
    }

    public static String stubUrl(int port) {
        return "http://127.0.0.1:" + port + "/api/open/v2";
    }
}
