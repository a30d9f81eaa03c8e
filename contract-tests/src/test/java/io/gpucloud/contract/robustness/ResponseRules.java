package io.gpucloud.contract.robustness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rules for every response, whatever the request: it has a documented form and contains no internals and no API
 * key.
 */
final class ResponseRules {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) ");
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: ([0-9]+)");
    private static final String INTERIM = "HTTP/1.1 100 \r\n\r\n";

    /** The web server itself sends 501 and 505, for unsupported methods, transfer encodings and HTTP versions. */
    private static final Set<Integer> KNOWN =
            Set.of(200, 201, 204, 304, 400, 401, 403, 404, 405, 406, 408, 409, 413, 415, 416, 417, 422, 429, 501, 505);

    private static final Pattern INSIDE = Pattern.compile("Exception|java[.]|jakarta[.]|org[.]apache|springframework"
            + "|jackson|io[.]gpucloud|Tomcat|\tat |<html|" + RawRequest.KEY);

    private ResponseRules() {}

    /** Checks a response and returns its status, or 0 if the connection was closed without a response. */
    static int of(RawRequest request, String received) {
        String response = received.replace(INTERIM, "").replace(SocketTarget.RESET, "");
        if (response.isEmpty()) {
            assertThat(request.isComplete()
                            && !request.text().startsWith("PRI ")
                            && !received.endsWith(SocketTarget.RESET))
                    .as("no response to " + request)
                    .isFalse();
            return 0;
        }
        Matcher status = STATUS.matcher(response);
        if (!status.lookingAt()) {
            // HTTP/0.9 responses have no head.
            return 0;
        }
        int code = Integer.parseInt(status.group(1));
        assertThat(KNOWN).as("status of " + request + "\n" + response).contains(code);
        if (code >= 400) {
            assertThat(response).as(request.toString()).doesNotContainPattern(INSIDE);
            if (!request.text().startsWith("HEAD ")) {
                assertThat(response)
                        .as(request.toString())
                        .containsPattern("(?i)\r\nContent-Type: application/(problem[+])?json");
                assertShape(request, code, body(response));
            }
        }
        return code;
    }

    private static String body(String response) {
        int begin = response.indexOf("\r\n\r\n") + 4;
        Matcher length = LENGTH.matcher(response);
        return length.find() && length.start() < begin
                ? response.substring(begin, begin + Integer.parseInt(length.group(1)))
                : response.substring(begin);
    }

    private static JsonNode read(RawRequest request, String body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException invalid) {
            throw new AssertionError(
                    "The body of the response to " + request + " is not one JSON value:\n" + body, invalid);
        }
    }

    private static void assertShape(RawRequest request, int status, String body) {
        JsonNode json = read(request, new String(body.getBytes(ISO_8859_1), UTF_8));
        Set<String> members = new TreeSet<>(json.propertyNames());
        members.remove("member");
        assertThat(members)
                .as(request + "\n" + body)
                .isIn(Set.of("code", "msg"), Set.of("code", "message", "data"), Set.of("title", "status", "detail"));
        if (members.contains("status")) {
            assertThat(json.path("status").intValue()).as(request.toString()).isEqualTo(status);
        }
    }
}
