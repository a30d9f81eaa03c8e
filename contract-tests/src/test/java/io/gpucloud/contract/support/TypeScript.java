package io.gpucloud.contract.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The TypeScript compiler of the example in TypeScript. */
public final class TypeScript {

    private static final Path NODE_MODULES =
            Path.of("examples/typescript/node_modules").toAbsolutePath();

    private TypeScript() {}

    /** Compiles sources strictly into a folder, which becomes a package of ES modules. */
    public static void compile(Path folder, List<Path> sources, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ExternalProgram.require(NODE_MODULES.resolve(".bin/tsc").toString())
                        .toString(),
                "--strict",
                "--target",
                "es2022",
                "--module",
                "esnext",
                "--moduleResolution",
                "bundler",
                "--types",
                "node",
                "--typeRoots",
                NODE_MODULES.resolve("@types").toString(),
                "--outDir",
                folder.toString()));
        Stream.of(options).forEach(command::add);
        sources.forEach(source -> command.add(source.toString()));
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        ExternalProgram.Result compilation = ExternalProgram.run(command, Map.of());
        assertThat(compilation.status()).as(compilation.output()).isZero();
    }
}
