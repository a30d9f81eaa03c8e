package io.gpucloud.stub.admin;

import io.gpucloud.stub.auth.KeyForm;
import io.gpucloud.stub.journal.JournaledRequest;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.util.StringUtils;

/** Exports requests of the journal as command lines of curl. */
final class CurlExport {

    /** Headers that curl sets and headers that describe the program which sent the request. */
    private static final Pattern LEFT_OUT =
            Pattern.compile("host|connection|content-length|expect|transfer-encoding|upgrade"
                    + "|http2-settings|accept|accept-(encoding|language|charset)|user-agent|cache-control|pragma|origin|referer|priority"
                    + "|dnt|sec-.*|traceparent|tracestate|x-request-id");

    private CurlExport() {}

    /** The request as a command for a POSIX shell. */
    static String command(JournaledRequest request) {
        StringBuilder command = new StringBuilder("curl").append(method(request));
        command.append(' ').append(quoted(url(request)));
        headers(request).forEach((name, value) -> command.append(" -H ").append(quoted(name + ": " + value)));
        String body = request.body().text();
        if (body != null) {
            if (!request.headers().containsKey("content-type")) {
                // Otherwise curl would declare a form.
                command.append(" -H 'Content-Type:'");
            }
            // With the option -d, an @ at the beginning would name a file.
            command.append(body.startsWith("@") ? " --data-raw " : " -d ").append(quoted(body));
        }
        return command.toString();
    }

    /** The option for the method, unless curl uses it anyway: GET, or POST with a body. */
    private static String method(JournaledRequest request) {
        String implied = request.body().text() == null ? "GET" : "POST";
        if (request.method().equals(implied)) {
            return "";
        }
        // With the option -X HEAD, curl would wait for a body.
        return request.method().equals("HEAD") ? " --head" : " -X " + quoted(request.method());
    }

    /** The address to which the request was sent. */
    static String url(JournaledRequest request) {
        String host = request.headers().getOrDefault("host", "localhost");
        return "http://" + host + request.path() + (request.query() == null ? "" : "?" + request.query());
    }

    private static Map<String, String> headers(JournaledRequest request) {
        Map<String, String> headers = new TreeMap<>();
        request.headers().forEach((name, value) -> {
            if (!LEFT_OUT.matcher(name).matches()) {
                headers.put(capitalized(name), value(request, name, value));
            }
        });
        return headers;
    }

    /** The name of a header as documents write it. */
    private static String capitalized(String name) {
        return Arrays.stream(name.split("-")).map(StringUtils::capitalize).collect(Collectors.joining("-"));
    }

    /** The value of a header for programs outside of the stub: the key is left out unless it is a stub key. */
    static String value(JournaledRequest request, String name, String value) {
        boolean shown = request.apiKey() != null && KeyForm.isStubKey(request.apiKey());
        return name.toLowerCase(Locale.ROOT).equals("authorization") && !shown ? "Bearer ***" : value;
    }

    private static String quoted(String text) {
        return text.matches("[A-Z]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
