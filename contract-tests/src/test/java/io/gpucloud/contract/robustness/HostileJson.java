package io.gpucloud.contract.robustness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** JSON, and text that only looks like JSON, that often breaks parsers. */
final class HostileJson {

    /** Values of a member. Some are not JSON. */
    static final List<String> VALUES = HostileInput.of("values");

    private HostileJson() {}

    /**
     * Bodies by a name for each: the valid {@code members} with each of {@code names} set to each value, and all whole
     * bodies.
     */
    static Map<String, String> bodies(Map<String, Object> members, Set<String> names) {
        Map<String, String> bodies = new LinkedHashMap<>();
        for (String name : names) {
            VALUES.forEach(value -> bodies.put(name + ": as " + shortened(value), with(members, name, value)));
        }
        HostileInput.of("bodies").forEach(body -> bodies.put("request body: as " + shortened(body), body));
        return bodies;
    }

    /** Members as JSON, but with one of them written as {@code value}, which need not be JSON. */
    private static String with(Map<String, Object> members, String name, String value) {
        Map<String, String> written = new LinkedHashMap<>();
        members.forEach(
                (member, valid) -> written.put(member, JsonMapper.shared().writeValueAsString(valid)));
        written.put(name, value);
        return written.entrySet().stream()
                .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** One short line, different for different texts. */
    private static String shortened(String text) {
        String line = text.replace("\r", "\\r").replace("\n", "\\n");
        return line.length() <= 20 ? line : line.substring(0, 20) + "... (" + line.length() + " characters)";
    }
}
