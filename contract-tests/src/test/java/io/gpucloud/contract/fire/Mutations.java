package io.gpucloud.contract.fire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.Requests;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** Good requests of both contracts, spoiled: member by member with values that upset parsers, and byte by byte at random. */
final class Mutations {

    /** Each stands for a value, as it is written. */
    private static final List<String> VALUES = List.of(
            "1e400",
            "-1e400",
            "1e-400",
            "-0",
            "-0.0",
            "0.1",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "4294967296",
            "2147483648",
            "1".repeat(999),
            "1".repeat(1_001),
            "1e999999999",
            "01",
            "+1",
            ".5",
            "1.",
            "NaN",
            "Infinity",
            "0x10",
            "true",
            "null",
            "nul",
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

    private static final List<String> BODIES = List.of(
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

    private Mutations() {}

    /** Every member of every body of every operation, with every value; and every body. */
    static List<RawRequest> systematic() {
        List<RawRequest> all = new ArrayList<>();
        for (OpenApiOperation operation : operations()) {
            String path = path(operation);
            if (operation.method().equals("GET") || operation.method().equals("DELETE")) {
                continue;
            }
            Map<String, Object> members = Requests.minimal(operation);
            for (String member : members.keySet()) {
                for (String value : VALUES) {
                    all.add(RawRequest.request(
                            operation + " " + member, operation.method(), path, with(members, member, value)));
                }
            }
            for (String body : BODIES) {
                all.add(RawRequest.request(operation + " body", operation.method(), path, body));
            }
            all.add(RawRequest.bytes(operation + " bytes", path, new byte[] {'{', (byte) 0xFF, '}'}));
        }
        return all;
    }

    /** A good request with some of its bytes changed, taken out, put in or repeated. */
    static RawRequest random(Random random) {
        List<OpenApiOperation> operations = operations();
        OpenApiOperation operation = operations.get(random.nextInt(operations.size()));
        Map<String, Object> members = Requests.minimal(operation);
        String body = members.isEmpty() ? "" : JsonMapper.shared().writeValueAsString(members);
        StringBuilder text = new StringBuilder(RawRequest.request("", operation.method(), path(operation), body)
                .text());
        int changes = 1 + random.nextInt(6);
        for (int i = 0; i < changes; i++) {
            change(text, random);
        }
        return new RawRequest("random " + operation, text.toString());
    }

    private static void change(StringBuilder text, Random random) {
        int at = random.nextInt(Math.max(1, text.length()));
        int length = Math.min(1 + random.nextInt(8), text.length() - at);
        switch (random.nextInt(6)) {
            case 0 -> text.setCharAt(at, (char) random.nextInt(256));
            case 1 -> text.delete(at, at + length);
            case 2 -> text.insert(at, text.substring(at, at + length).repeat(1 + random.nextInt(200)));
            case 3 -> text.insert(at, value(random));
            case 4 -> text.insert(at, "\r\n");
            default -> text.insert(at, (char) random.nextInt(32));
        }
    }

    private static String value(Random random) {
        return new String(VALUES.get(random.nextInt(VALUES.size())).getBytes(UTF_8), ISO_8859_1);
    }

    private static List<OpenApiOperation> operations() {
        List<OpenApiOperation> all = new ArrayList<>(ApiDocuments.PUBLIC_API.operations());
        ApiDocuments.ADMIN_API.operations().stream()
                .filter(operation -> !operation.id().contains("napshot"))
                .forEach(all::add);
        return all;
    }

    private static String path(OpenApiOperation operation) {
        return operation
                .path()
                .replace("{account}", "demo-key")
                .replace("{api_key}", "demo-key-poor")
                .replace("{gpu_uuid}", "gpu-rtx-4090")
                .replace("{id}", "fault-1");
    }

    private static String with(Map<String, Object> members, String name, String value) {
        return members.entrySet().stream()
                .map(member -> "\"" + member.getKey() + "\":"
                        + (member.getKey().equals(name)
                                ? value
                                : JsonMapper.shared().writeValueAsString(member.getValue())))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
