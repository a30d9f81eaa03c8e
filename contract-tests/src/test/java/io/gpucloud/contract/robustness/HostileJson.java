package io.gpucloud.contract.robustness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** JSON, and text that only looks like JSON, that often breaks parsers. */
final class HostileJson {

    /** Numbers and words, of which some are not JSON. */
    private static final String WORDS = "1e400 -1e400 1e-400 -0 -0.0 0.1 9223372036854775807 9223372036854775808"
            + " -9223372036854775809 4294967296 2147483648 1e999999999 01 +1 .5 1. NaN Infinity 0x10 true null nul";

    private static final List<String> TEXTS = List.of(
            "1".repeat(999),
            "1".repeat(1_001),
            "[]",
            "{}",
            "[[]]",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"\\u202e\\u0301\\u200d\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"a",
            "'a'",
            "\"\\ud83d\\ude00\"",
            "\"" + "a".repeat(60_000) + "\"",
            "\"" + "\\u0041".repeat(5_000) + "\"",
            "[".repeat(31) + "]".repeat(31),
            "[".repeat(600) + "]".repeat(600),
            "[".repeat(30_000),
            "{\"a\":".repeat(600) + "1" + "}".repeat(600),
            "\"<script>alert(1)</script>\"",
            "\"${jndi:ldap://x/y}\"",
            "\"../../etc/passwd\"",
            "\"%s%n%x\"",
            "\"'; DROP TABLE x;--\"",
            "\"\u202e\u05d0\u0301\"",
            "\"\ufeff\"",
            "\"\uffff\"",
            "\"tenant-under-fire\"");

    /** Values of a member. Some are not JSON. */
    static final List<String> VALUES =
            Stream.concat(Stream.of(WORDS.split(" ")), TEXTS.stream()).toList();

    /** Whole request bodies. */
    static final List<String> BODIES = List.of(
            "",
            " ",
            "null",
            "[]",
            "1",
            "\"x\"",
            "{",
            "}",
            "{}{}",
            "{}x",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{'a':1}",
            "{\"a\":1,}",
            "{,}",
            "/**/{}",
            "//x\n{}",
            "\ufeff{}",
            "{\"a\":1,\"a\":2}",
            "{\"pod_uuid\":\"x\",\"pod_uuid\":\"y\"}",
            "{\"" + "a".repeat(60_000) + "\":1}",
            "{\"\":1}",
            "{\"\\u0000\":1}",
            "{\"__proto__\":{\"x\":1}}",
            "{\"@class\":\"java.lang.Runtime\"}",
            IntStream.range(0, 10_000).mapToObj(i -> "\"m" + i + "\":1").collect(Collectors.joining(",", "{", "}")),
            "{\"Aa\":1,\"BB\":2}",
            "<xml/>",
            "--boundary\r\n",
            "a=b&c=d");

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
        BODIES.forEach(body -> bodies.put("request body: as " + shortened(body), body));
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
