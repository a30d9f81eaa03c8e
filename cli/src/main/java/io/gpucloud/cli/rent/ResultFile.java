package io.gpucloud.cli.rent;

import io.gpucloud.cli.command.PrivateFiles;
import io.gpucloud.cli.output.Arguments;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The file of {@code --result}. It is replaced as a whole, so that a reader never sees a part of it. */
final class ResultFile {

    private static final String OPTION = "--result";

    private final Path file;

    private ResultFile(Path file) {
        this.file = file;
    }

    /** @throws UsageException if something else than a regular file has this name */
    static ResultFile named(Path name) {
        try {
            Path file = Files.exists(name) ? name.toRealPath() : name.toAbsolutePath();
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new UsageException(OPTION + " must name a regular file, or a new one: " + name + " is neither");
            }
            Path folder = Objects.requireNonNull(file.getParent());
            if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
                throw new UsageException(
                        OPTION + " cannot be written: " + folder + " is no folder in which you can write");
            }
            return new ResultFile(file);
        } catch (IOException failure) {
            throw new UsageException(OPTION + " cannot be written: " + failure.getMessage());
        }
    }

    /** The file that a command line names, also if the command line is wrong. */
    static Optional<Path> in(List<String> arguments) {
        return Arguments.valueOf(OPTION, arguments).map(Path::of);
    }

    void write(Object members) throws IOException {
        PrivateFiles.replace(file, Output.json(members) + "\n", "rw-rw-rw-");
    }
}
