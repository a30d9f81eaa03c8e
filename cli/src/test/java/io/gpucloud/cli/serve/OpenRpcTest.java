package io.gpucloud.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.lease.LeaseEvent;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The description of the protocol has the methods, parameters and events of the engine. */
class OpenRpcTest {

    private static JsonNode description = JsonMapper.shared().createObjectNode();

    @BeforeAll
    static void read() throws IOException {
        try (InputStream file = Objects.requireNonNull(Engine.class.getResourceAsStream("openrpc.json"))) {
            description = JsonMapper.shared().readTree(file);
        }
    }

    @Test
    void hasAllMethodsWithTheirParameters() {
        Map<String, List<String>> methods = new TreeMap<>();
        Engine.METHODS.forEach((name, method) -> methods.put(name, parameters(method.params())));
        methods.put("initialize", parameters(Params.Initialize.class));

        Map<String, List<String>> described = description
                .path("methods")
                .valueStream()
                .collect(Collectors.toMap(
                        method -> method.path("name").asString(),
                        method -> method.path("params")
                                .valueStream()
                                .map(parameter -> parameter.path("name").asString())
                                .toList()));
        assertThat(described).containsExactlyInAnyOrderEntriesOf(methods);
        assertThat(description.path("info").path("version").asString())
                .isEqualTo(Integer.toString(ServeCommand.VERSION));
    }

    private static List<String> parameters(Class<?> params) {
        return Arrays.stream(params.getRecordComponents())
                .map(component ->
                        component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
                .toList();
    }

    @Test
    void hasAllTypesOfEvents() {
        JsonNode types = description.at("/components/schemas/LeaseEvent/properties/type/enum");

        assertThat(types.valueStream().map(JsonNode::asString))
                .containsExactlyElementsOf(Arrays.stream(LeaseEvent.Type.values())
                        .map(type -> type.name().toLowerCase(Locale.ROOT))
                        .toList());
    }
}
