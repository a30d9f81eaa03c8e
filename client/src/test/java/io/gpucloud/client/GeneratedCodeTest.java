package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.api.CatalogApi;
import io.gpucloud.client.api.ImagesApi;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.model.ErrorBody;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.observed.ObservedApi;
import io.gpucloud.client.observed.SshInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The code that the templates generate from the contract. */
class GeneratedCodeTest {

    private static final List<Class<?>> APIS =
            List.of(AccountApi.class, CatalogApi.class, ImagesApi.class, InstancesApi.class);

    private static Stream<Method> methods() {
        return APIS.stream().flatMap(api -> Arrays.stream(api.getMethods()));
    }

    /** All records that a response can hold, from the envelopes down. */
    private static Set<Class<?>> responses() {
        Set<Class<?>> found = new HashSet<>();
        methods().forEach(method -> collect(method.getGenericReturnType(), found));
        collect(ErrorBody.class, found);
        return found;
    }

    private static void collect(Type type, Set<Class<?>> found) {
        if (type instanceof ParameterizedType list) {
            Arrays.stream(list.getActualTypeArguments()).forEach(argument -> collect(argument, found));
        } else if (type instanceof Class<?> model
                && model.getPackageName().equals(Instance.class.getPackageName())
                && found.add(model)) {
            Arrays.stream(model.getRecordComponents()).forEach(member -> collect(member.getGenericType(), found));
        }
    }

    private static Set<Class<?>> requests() {
        return methods()
                .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                .filter(Class::isRecord)
                .filter(type -> type.getPackageName().equals(Instance.class.getPackageName()))
                .collect(Collectors.toSet());
    }

    private static boolean keepsUndeclaredMembers(Class<?> model) {
        RecordComponent[] members = model.getRecordComponents();
        RecordComponent last = members[members.length - 1];
        return last.getName().equals("additional") && last.getType() == Map.class;
    }

    @Test
    void everyResponseKeepsUndeclaredMembers() {
        assertThat(responses()).hasSizeGreaterThan(20).allMatch(GeneratedCodeTest::keepsUndeclaredMembers);
    }

    @Test
    void noRequestHasMembersBeyondTheContract() {
        assertThat(requests()).hasSize(7).noneMatch(GeneratedCodeTest::keepsUndeclaredMembers);
    }

    @Test
    void everyOperationIsAMethodOfTheSameName() {
        assertThat(methods().map(Method::getName))
                .containsExactlyInAnyOrderElementsOf(
                        ApiOperation.values().stream().map(ApiOperation::id).toList());
    }

    @Test
    void twoOperationsArePublic() {
        assertThat(ApiOperation.values())
                .filteredOn(operation -> !operation.secured())
                .containsExactlyInAnyOrder(ApiOperation.LIST_PODS, ApiOperation.LIST_MARKET_IMAGES);
    }

    @Test
    void writesUndeclaredMembersThatItHasRead() {
        JsonMapper json = JsonMapper.builder().build();
        String written = "{\"uuid\":\"p\",\"title\":\"t\",\"region\":\"eu\"}";

        JsonNode again = json.valueToTree(json.readValue(written, Pod.class));

        assertThat(again.path("region").asString()).isEqualTo("eu");
        assertThat(again.has("additional")).isFalse();
    }

    @Test
    void metadataForNativeImagesListsEveryModelAndProxy() throws Exception {
        Set<String> told = new TreeSet<>();
        Set<String> proxies = new TreeSet<>();
        for (String folder : List.of("gpu-cloud-client", "gpu-cloud-client-api", "gpu-cloud-client-observed")) {
            for (JsonNode entry : metadata(folder).path("reflection")) {
                JsonNode type = entry.path("type");
                if (type.isString()) {
                    told.add(Class.forName(type.asString()).getName());
                } else {
                    proxies.add(type.path("proxy").path(0).asString());
                }
            }
        }

        assertThat(told).containsAll(modelClasses()).contains(InstanceStatus.class.getName(), SshInfo.class.getName());
        assertThat(proxies)
                .containsAll(APIS.stream().map(Class::getName).toList())
                .contains(ObservedApi.class.getName())
                .hasSize(APIS.size() + 2);
    }

    @Test
    void metadataForNativeImagesIncludesTheVersionFile() {
        String glob = metadata("gpu-cloud-client")
                .path("resources")
                .path(0)
                .path("glob")
                .asString();

        assertThat(ClassLoader.getSystemResource(glob)).isNotNull();
    }

    private static JsonNode metadata(String folder) {
        String path = "META-INF/native-image/io.gpucloud/" + folder + "/reachability-metadata.json";
        try (InputStream resource = ClassLoader.getSystemResourceAsStream(path)) {
            return JsonMapper.builder().build().readTree(resource);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<String> modelClasses() throws Exception {
        var folder =
                Path.of(Instance.class.getResource("Instance.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.startsWith("package-info"))
                    .map(name -> Instance.class.getPackageName() + "." + name.replace(".class", ""))
                    .toList();
        }
    }
}
