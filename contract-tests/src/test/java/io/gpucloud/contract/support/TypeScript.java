package io.gpucloud.contract.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The TypeScript compiler of the example in TypeScript. */
public final class TypeScript {

    private static final Path NODE_MODULES =
            Path.of("examples/typescript/node_modules").toAbsolutePath();

    private static final String OPTIONS =
            "--strict --target es2022 --module esnext --moduleResolution bundler --types node";

    private TypeScript() {}

    /** Compiles sources strictly into a folder, which becomes a package of ES modules. */
    public static void compile(Path folder, List<Path> sources, String... options)
            throws IOException, InterruptedException {
        List<Object> arguments = new ArrayList<>(List.of(OPTIONS.split(" ")));
        arguments.addAll(List.of("--typeRoots", NODE_MODULES.resolve("@types"), "--outDir", folder));
        arguments.addAll(List.of(options));
        arguments.addAll(sources);
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        ExternalProgram.of(NODE_MODULES.resolve(".bin/tsc"), arguments.toArray())
                .succeed();
    }
}
