package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.LeaseJournalException;
import io.gpucloud.client.lease.Leases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages {@code client.md}, {@code client-types.md} and {@code exceptions.md} agree with the Javadoc and the
 * classes.
 */
class ReferencePagesTest {

    private static final Path SOURCES = Path.of("src/main/java/io/gpucloud/client");
    private static final Path METHODS = Path.of("../docs/reference/client.md");
    private static final Path TYPES = Path.of("../docs/reference/client-types.md");
    private static final Path EXCEPTIONS = Path.of("../docs/reference/exceptions.md");

    /** Javadoc, then modifiers and type, then the name of a method. */
    private static final Pattern METHOD =
            Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s+[^;{]*?(\\w+)\\(", Pattern.DOTALL);

    private static final Pattern HTTP = Pattern.compile("(?:GET|POST) /[a-z_/]+");
    private static final Pattern THROWN = Pattern.compile("@throws (\\w+)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** The prefix of the methods of each type on the page. */
    private static final Map<String, String> RESOURCES = Map.of(
            "Instances", "instances().",
            "InstanceWaits", "instances().",
            "ImageSave", "save.",
            "Images", "images().",
            "Pods", "pods().",
            "Gpus", "gpus().",
            "Billing", "billing().",
            "ObservedOperations", "observed().");

    private static String folder(String type) {
        return type.startsWith("Observed") ? "observed" : "resource";
    }

    private static final Set<String> WAITS = Set.of("InstanceWaits", "ImageSave");

    /** The documented facts of a method. */
    private record Facts(Set<String> http, String sentAgain, Set<String> thrown) {

        Facts and(Facts other) {
            return new Facts(
                    union(http, other.http),
                    sentAgain.equals("polls") ? other.sentAgain : sentAgain,
                    union(thrown, other.thrown));
        }
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        return Stream.concat(one.stream(), other.stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> thrown(String javadoc) {
        return THROWN.matcher(javadoc)
                .results()
                .map(match -> match.group(1))
                .filter(ReferencePagesTest::isOfTheClient)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isOfTheClient(String exception) {
        return Stream.of("error", "lease")
                .anyMatch(folder -> Files.exists(SOURCES.resolve(folder).resolve(exception + ".java")));
    }

    /** The facts in the Javadoc, by the name of the method; an asynchronous method counts as its blocking one. */
    private static Map<String, Facts> documented(String type, String prefix, String folder) {
        Map<String, Facts> methods = new TreeMap<>();
        METHOD.matcher(read(SOURCES.resolve(folder).resolve(type + ".java")))
                .results()
                .forEach(method -> {
                    String javadoc = method.group(1).replaceAll("\\s*\\n\\s*\\*\\s*", " ");
                    methods.merge(prefix + method.group(2).replaceFirst("Async$", ""), facts(javadoc), Facts::and);
                });
        if (WAITS.contains(type)) {
            methods.replaceAll((name, facts) -> facts.http().isEmpty()
                    ? new Facts(Set.of("GET /instance/list"), facts.sentAgain(), facts.thrown())
                    : facts);
        }
        return methods;
    }

    private static Facts facts(String javadoc) {
        String sentAgain = "polls";
        if (javadoc.contains("epeated.")) {
            sentAgain = "yes";
        } else if (javadoc.contains("Never sent twice")) {
            sentAgain = "no";
        }
        return new Facts(all(HTTP, javadoc), sentAgain, thrown(javadoc));
    }

    /** The cells of the rows whose first cell is code. */
    private static List<String[]> rows(Path page, int columns) {
        return read(page)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .filter(cell -> !cell.isEmpty())
                        .toArray(String[]::new))
                .filter(cells -> cells.length == columns)
                .toList();
    }

    /** The rows of {@code Leases}, with its static methods named like the others. */
    private static Stream<String[]> leaseRows() {
        return rows(METHODS, 3).stream()
                .map(cells -> new String[] {cells[0].replace("`Leases.", "`leases."), cells[1], cells[2]})
                .filter(cells -> cells[0].startsWith("`leases."));
    }

    private static Set<String> codes(String cell) {
        return CODE.matcher(cell).results().map(match -> match.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The first code of a cell, without the parameters of a method. */
    private static String method(String cell) {
        return codesInOrder(cell).get(0).replaceFirst("\\([^()]*\\)$", "");
    }

    private static List<String> codesInOrder(String cell) {
        return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    /** The signatures of the public methods of a type, such as {@code instances().find(String) Optional<Instance>}. */
    private static Stream<String> signatures(String name, String prefix, String folder) {
        try {
            return Arrays.stream(Class.forName("io.gpucloud.client." + folder + "." + name)
                            .getMethods())
                    .map(method -> prefix
                            + method.getName()
                            + Arrays.stream(method.getGenericParameterTypes())
                                    .map(ReferencePagesTest::simple)
                                    .collect(Collectors.joining(", ", "(", ") "))
                            + simple(method.getGenericReturnType()));
        } catch (ClassNotFoundException missing) {
            throw new AssertionError(missing);
        }
    }

    private static String simple(Type type) {
        return type.getTypeName().replaceAll("[a-z]\\w*\\.", "");
    }

    /** The signature of a row, without names of parameters. */
    private static String signature(String cell) {
        List<String> callAndResult = codesInOrder(cell);
        return callAndResult.get(0).replaceAll(" \\w+(?=[,)])", "") + " " + callAndResult.get(1);
    }

    @Test
    void listsTheMethodsWithOperationRetriesAndExceptions() {
        Map<String, Facts> documented = new TreeMap<>();
        RESOURCES.forEach((type, prefix) -> documented.putAll(documented(type, prefix, folder(type))));
        documented.remove("save.instanceUuid");

        Map<String, Facts> listed = new TreeMap<>();
        rows(METHODS, 4)
                .forEach(cells -> listed.put(method(cells[0]), new Facts(codes(cells[1]), cells[2], codes(cells[3]))));

        assertThat(listed).containsExactlyInAnyOrderEntriesOf(documented);
    }

    @Test
    void listsEveryOperation() {
        Set<String> listed = new TreeSet<>();
        rows(METHODS, 4).forEach(cells -> listed.addAll(codes(cells[1])));

        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(ApiOperation.values().stream()
                        .map(operation -> operation.method() + " " + operation.path())
                        .toList());
    }

    @Test
    void listsTheMethodsOfLeasesWithTheirExceptions() {
        Map<String, Set<String>> documented = new TreeMap<>();
        documented("Leases", "leases.", "lease").forEach((name, facts) -> documented.put(name, facts.thrown()));
        Map<String, Set<String>> listed = new TreeMap<>();
        leaseRows().forEach(cells -> listed.put(method(cells[0]), codes(cells[2])));

        assertThat(listed).containsExactlyInAnyOrderEntriesOf(documented);
        assertThat(Arrays.stream(Leases.class.getMethods())
                        .map(each -> "leases." + each.getName().replaceFirst("Async$", "")))
                .allMatch(listed::containsKey);
    }

    @Test
    void listsSignaturesThatExist() {
        Set<String> declared = Stream.concat(
                        RESOURCES.entrySet().stream()
                                .flatMap(type -> signatures(type.getKey(), type.getValue(), folder(type.getKey()))),
                        signatures("Leases", "leases.", "lease"))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> listed = Stream.concat(rows(METHODS, 4).stream(), leaseRows())
                .map(cells -> signature(cells[0]))
                .toList();

        assertThat(listed).isNotEmpty().isSubsetOf(declared);
    }

    @Test
    void listsTheNamesThatDifferFromThoseOfTheService() {
        String generator = read(Path.of("openapi-generator.yaml"));
        Map<String, String> mapped = new TreeMap<>();
        for (String section : List.of("nameMappings", "modelNameMappings")) {
            String entries = generator.substring(generator.indexOf("\n" + section + ":\n"));
            Pattern.compile("\\G  (\\w+): (\\w+)\n")
                    .matcher(entries.substring(section.length() + 3))
                    .results()
                    .forEach(entry -> mapped.put(entry.group(1), entry.group(2)));
        }
        Map<String, String> listed = new TreeMap<>();
        rows(TYPES, 3).stream()
                .filter(cells -> cells[1].startsWith("`"))
                .forEach(cells -> listed.put(method(cells[0]), method(cells[1])));

        assertThat(mapped).isNotEmpty();
        assertThat(listed).containsExactlyInAnyOrderEntriesOf(mapped);
    }

    @Test
    void saysWhatToDoAboutEveryException() {
        Set<String> classes = new TreeSet<>();
        for (String folder : List.of("error", "lease")) {
            try (Stream<Path> files = Files.list(SOURCES.resolve(folder))) {
                files.map(file -> file.getFileName().toString().replace(".java", ""))
                        .filter(name -> name.endsWith("Exception"))
                        .filter(name -> !Modifier.isAbstract(type(folder, name).getModifiers()))
                        .forEach(classes::add);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        assertThat(classes).contains(LeaseJournalException.class.getSimpleName());

        assertThat(rows(EXCEPTIONS, 4))
                .extracting(cells -> method(cells[0]))
                .containsExactlyInAnyOrderElementsOf(classes);
    }

    private static Class<?> type(String folder, String name) {
        try {
            Class<?> type = Class.forName("io.gpucloud.client." + folder + "." + name);
            assertThat(type)
                    .matches(each ->
                            GpuCloudException.class.isAssignableFrom(each) || each == LeaseJournalException.class);
            return type;
        } catch (ClassNotFoundException missing) {
            throw new AssertionError(missing);
        }
    }
}
