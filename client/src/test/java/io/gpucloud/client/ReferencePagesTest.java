package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.observed.ObservedOperations;
import io.gpucloud.client.resource.Billing;
import io.gpucloud.client.resource.Gpus;
import io.gpucloud.client.resource.ImageSave;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.InstanceWaits;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.Pods;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages {@code client.md} and {@code exceptions.md} list all methods, operations and exceptions, and no others. */
class ReferencePagesTest {

    private static final Path PAGES = Path.of("../docs/reference");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** The types of {@code client.md} with the text before their methods. */
    private static final Map<Class<?>, String> TYPES = Map.of(
            Instances.class, "instances().",
            InstanceWaits.class, "instances().",
            ImageSave.class, "save.",
            Images.class, "images().",
            Pods.class, "pods().",
            Gpus.class, "gpus().",
            Billing.class, "billing().",
            ObservedOperations.class, "observed().",
            Leases.class, "leases.");

    /** The code in each row that begins with a method and its result. */
    private static List<List<String>> methods() throws IOException {
        return Files.readAllLines(PAGES.resolve("client.md")).stream()
                .filter(line -> line.matches("\\| `[^`]+` → .*"))
                .map(line -> line.replace("`Leases.", "`leases."))
                .map(line -> CODE.matcher(line)
                        .results()
                        .map((MatchResult code) -> code.group(1))
                        .toList())
                .toList();
    }

    private static Stream<Method> declared() {
        return TYPES.keySet().stream().flatMap(type -> Arrays.stream(type.getMethods()));
    }

    /** The method with its prefix. An asynchronous method counts as its blocking one. */
    private static String name(Method method) {
        return TYPES.get(method.getDeclaringClass()) + method.getName().replaceFirst("Async$", "");
    }

    private static String signature(Method method) {
        return name(method)
                + Arrays.stream(method.getGenericParameterTypes())
                        .map(ReferencePagesTest::simple)
                        .collect(Collectors.joining(", ", "(", ") "))
                + simple(method.getGenericReturnType());
    }

    private static String simple(Type type) {
        return type.getTypeName().replaceAll("[a-z]\\w*\\.", "");
    }

    @Test
    void listsEveryMethod() throws IOException {
        Set<String> names = declared().map(ReferencePagesTest::name).collect(Collectors.toCollection(TreeSet::new));
        // Says of which instance the image is.
        names.remove("save.instanceUuid");

        assertThat(methods().stream().map(code -> code.get(0).replaceFirst("\\([^()]*\\)$", "")))
                .hasSameElementsAs(names);
    }

    @Test
    void listsSignaturesThatExist() throws IOException {
        assertThat(methods().stream().map(code -> code.get(0).replaceAll(" \\w+(?=[,)])", "") + " " + code.get(1)))
                .isNotEmpty()
                .isSubsetOf(declared().map(ReferencePagesTest::signature).toList());
    }

    @Test
    void listsEveryOperation() throws IOException {
        assertThat(methods().stream().flatMap(List::stream).filter(code -> code.matches("(GET|POST) /.*")))
                .hasSameElementsAs(Stream.concat(
                                ApiOperation.values().stream().map(ApiOperation::toString),
                                Stream.of("GET /instance/info", "POST /instance/shutdown"))
                        .toList());
    }

    @Test
    void saysWhatToDoAboutEveryException() throws Exception {
        List<String> classes = new ArrayList<>();
        for (String folder : List.of("error", "lease")) {
            try (Stream<Path> files = Files.list(Path.of("src/main/java/io/gpucloud/client", folder))) {
                for (Path file : files.toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    if (name.endsWith("Exception")
                            && !Modifier.isAbstract(Class.forName("io.gpucloud.client." + folder + "." + name)
                                    .getModifiers())) {
                        classes.add(name);
                    }
                }
            }
        }
        assertThat(Files.readAllLines(PAGES.resolve("exceptions.md")).stream()
                        .filter(line -> line.matches("\\| `\\w+Exception` \\|.*\\|.*\\|.*\\|"))
                        .map(line -> line.replaceAll("^\\| `|`.*", "")))
                .containsExactlyInAnyOrderElementsOf(classes);
    }
}
