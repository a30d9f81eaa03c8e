package io.gpucloud.generators;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Common code generators generate clients from the contract. Each client compiles in the strictest usual mode of its
 * language. A program with each client sends the same requests and prints the same lines. The build generates the
 * clients of openapi-generator. {@code docs/reference/compatibility.md} has the table for users.
 */
class GeneratorMatrixIT {

    /** The system property that adds the clients that CI does not test. */
    private static final String GENERATORS = "generators";

    private static final Path HERE = Path.of("").toAbsolutePath();
    private static final Path TARGET = HERE.resolve("target");

    /** The libraries that the generated clients in Java and Kotlin need, and the Kotlin compiler. */
    private static final String LIBRARIES = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.endsWith(".jar"))
            .collect(Collectors.joining(File.pathSeparator));

    private static final String CONTRACT = "../../../openapi/gpu-cloud-v2.yaml";

    /** The output that is expected of each program. White space does not matter. */
    private static final String EXPECTED = """
            gpu: NVIDIA GeForce RTX 4090
            created: 1
            wrong key: 2 not logged in
            bad parameters: 400 bad request parameters
            balance: {"balance":12345678.91,"card_balance":0.07}
            gpu status: 99 hour: 0.07
            instance status: 99 99
            server_url: [] null ["https://c.invalid"]
            """;

    /** Without the annotations that a library has on its classes and does not depend on. */
    private static final String STRICT = "-Xlint:all,-classfile -Werror";

    @AutoClose
    private static GpuCloudStub stub;

    @AutoClose
    private static EdgeCaseService unusual;

    @BeforeAll
    static void start() throws IOException {
        stub = GpuCloudStub.start("stub.validate=enforce");
        unusual = new EdgeCaseService();
    }

    @Test
    void goClientPassesVetAndWorks() throws Exception {
        String program = TARGET.resolve("go-program").toString();
        run("go", "go", "vet", ".", "github.com/example/gpucloud");
        run("go", "go", "build", "-o", program, ".");
        assertWorks("go", program);
    }

    @Test
    void javaClientCompilesAndWorks() throws Exception {
        assertJavaWorks("java");
    }

    @ParameterizedTest
    @EnabledIfSystemProperty(named = GENERATORS, matches = "all")
    @ValueSource(strings = {"feign", "restclient"})
    void javaClientOfAnotherLibraryCompilesAndWorks(String library) throws Exception {
        assertJavaWorks(library);
    }

    /** The generated code has raw types. That is why lint warnings are errors in the program only. */
    private static void assertJavaWorks(String folder) throws Exception {
        Path classes = TARGET.resolve(folder + "-classes");
        String classPath = classes + File.pathSeparator + LIBRARIES;
        compile(classes, "-nowarn", TARGET.resolve(folder + "/src/main/java"));
        compile(classes, STRICT, HERE.resolve(folder));
        String noLog = "-Dlogback.configurationFile=" + HERE.resolve("logback-off.xml");
        assertWorks(folder, jdk("java"), noLog, "-cp", classPath, "Program");
    }

    /** The templates of this project, with optional members that the contract does not have. */
    @ParameterizedTest
    @ValueSource(strings = {"client", "stub"})
    void templatesCompileOptionalMapsAndArraysOfObjects(String side) throws Exception {
        Path sources = TARGET.resolve(side + "-templates/src/main/java");
        Path models =
                sources.resolve(side.equals("client") ? "io/gpucloud/client/model" : "io/gpucloud/stub/api/model");
        compile(TARGET.resolve(side + "-templates-classes"), STRICT, models);
    }

    @Test
    void absentListsAndMapsOfAResponseAreEmpty() throws Exception {
        Path classes = TARGET.resolve("client-templates-program");
        compile(
                classes,
                STRICT,
                TARGET.resolve("client-templates/src/main/java/io/gpucloud/client/model"),
                HERE.resolve("templates"));
        String classPath = classes + File.pathSeparator + LIBRARIES;
        assertThat(ExternalProgram.run(HERE, Map.of(), jdk("java"), "-cp", classPath, "Program"))
                .isEqualToIgnoringWhitespace("[] {} {} [] [Port[number=22, login=null, additional={}]] null");
    }

    /** In this JVM, whose compiler is warm after the first client. */
    private static void compile(Path classes, String lint, Path... folders) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(("--release 17 -proc:none " + lint).split(" ", -1)));
        arguments.addAll(List.of("-d", classes.toString(), "-cp", classes + File.pathSeparator + LIBRARIES));
        for (Path folder : folders) {
            arguments.addAll(javaFiles(folder));
        }
        Files.createDirectories(classes);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler().run(null, output, output, arguments.toArray(String[]::new));
        assertThat(status).as(output.toString(UTF_8)).isZero();
    }

    /** A template of the generator causes a warning. That is why warnings are errors in the program only. */
    @Test
    @EnabledIfSystemProperty(named = GENERATORS, matches = "all")
    void kotlinClientCompilesAndWorks() throws Exception {
        Path classes = TARGET.resolve("kotlin-classes");
        String classPath = classes + File.pathSeparator + LIBRARIES;
        Path options = Files.writeString(
                TARGET.resolve("kotlinc.txt"),
                "-no-stdlib -no-reflect -jvm-target 17 -d %s -cp %s".formatted(classes, classPath));
        kotlinc(options, "-nowarn", "../target/kotlin/src/main");
        kotlinc(options, "-Werror", "Program.kt");
        assertWorks("kotlin", jdk("java"), "-cp", classPath, "ProgramKt");
    }

    private static void kotlinc(Path options, String warnings, String source) throws Exception {
        String compiler = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler";
        run(
                "kotlin",
                jdk("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                LIBRARIES,
                compiler,
                "@" + options,
                warnings,
                source);
    }

    @Test
    void pythonClientPassesPyrightStrictlyAndWorks() throws Exception {
        run("python", npm("pyright"));
        assertWorks("python", "python3", "-W", "error", "program.py");
    }

    @Test
    @EnabledIfSystemProperty(named = GENERATORS, matches = "all")
    void heyApiClientCompilesStrictlyAndWorks() throws Exception {
        run("hey-api", npm("openapi-ts"), "--input", CONTRACT, "--output", "../target/hey-api");
        assertTypeScriptWorks("hey-api");
    }

    @Test
    void openapiFetchClientCompilesStrictlyAndWorks() throws Exception {
        run("openapi-fetch", npm("openapi-typescript"), CONTRACT, "--output", "../target/openapi-fetch/gpu-cloud.d.ts");
        assertTypeScriptWorks("openapi-fetch");
    }

    @Test
    @EnabledIfSystemProperty(named = GENERATORS, matches = "all")
    void orvalClientCompilesStrictlyAndWorks() throws Exception {
        run("orval", npm("orval"));
        assertTypeScriptWorks("orval");
    }

    @Test
    @EnabledIfSystemProperty(named = GENERATORS, matches = "all")
    void typescriptFetchClientCompilesStrictlyAndWorks() throws Exception {
        assertTypeScriptWorks("typescript-fetch");
    }

    /** Mocks the contract in the process of a test. */
    @Test
    @EnabledIfSystemProperty(named = GENERATORS, matches = "all")
    void mswCreatesHandlersFromTheExamples() throws Exception {
        assertThat(ExternalProgram.run(HERE.resolve("msw"), Map.of(), "node", "program.mjs"))
                .isEqualToIgnoringWhitespace("gpu: NVIDIA GeForce RTX 4090 created: 1");
    }

    private static void assertTypeScriptWorks(String folder) throws Exception {
        String program = TARGET.resolve(folder + ".mjs").toString();
        run(folder, npm("tsc"));
        run(
                folder,
                npm("esbuild"),
                "program.ts",
                "--bundle",
                "--platform=node",
                "--format=esm",
                "--outfile=" + program);
        assertWorks(folder, "node", program);
    }

    private static void assertWorks(String folder, String... command) throws Exception {
        String refusedKey = "tenant-refused-" + folder;
        refuseNextRequest(refusedKey);
        Map<String, String> environment = Map.of(
                "API_KEY", "tenant-" + folder,
                "REFUSED_KEY", refusedKey,
                "STUB_URL", stub.baseUrl().toString(),
                "UNUSUAL_URL", unusual.baseUrl().toString(),
                "PYTHONPATH", TARGET.resolve("python").toString());
        assertThat(ExternalProgram.run(HERE.resolve(folder), environment, command))
                .isEqualToIgnoringWhitespace(EXPECTED);
    }

    /** Makes the stub return the alternative error form to the next request with this key. */
    private static void refuseNextRequest(String key) throws Exception {
        String state = """
                {"state": "the next request has bad parameters", "params": {"api_key": "%s"}}""".formatted(key);
        HttpRequest request = HttpRequest.newBuilder(stub.baseUrl().resolve("/__admin/pact/provider-states"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(state))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    private static void run(String folder, String... command) throws Exception {
        ExternalProgram.run(HERE.resolve(folder), Map.of(), command);
    }

    private static String npm(String command) {
        return HERE.resolve("node_modules/.bin").resolve(command).toString();
    }

    private static String jdk(String command) {
        return Path.of(System.getProperty("java.home"), "bin", command).toString();
    }

    private static List<String> javaFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".java"))
                    .toList();
        }
    }
}
