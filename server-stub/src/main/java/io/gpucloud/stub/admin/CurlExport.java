package io.gpucloud.stub.admin;

import io.gpucloud.stub.auth.KeyForm;
import io.gpucloud.stub.journal.JournaledRequest;
import io.gpucloud.stub.journal.RequestJournal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Exports requests of the journal as command lines of curl. */
final class CurlExport {

    /** Headers of the connection, which curl sets, and the mark of a replay. */
    private static final Set<String> LEFT_OUT = Set.of(
            "host",
            "connection",
            "content-length",
            "expect",
            "transfer-encoding",
            "upgrade",
            "http2-settings",
            RequestJournal.REPLAY_HEADER);

    private CurlExport() {}

    /** The request as a command for a POSIX shell. */
    static String command(JournaledRequest request) {
        StringBuilder command = new StringBuilder("curl ");
        // With the option -X HEAD, curl would wait for a body.
        command.append(request.method().equals("HEAD") ? "--head" : "-X " + quoted(request.method()));
        command.append(' ').append(quoted(url(request)));
        headers(request).forEach((name, value) -> command.append(" -H ").append(quoted(name + ": " + value)));
        String body = request.body().text();
        if (body != null) {
            if (!request.headers().containsKey("content-type")) {
                // Otherwise curl would declare a form.
                command.append(" -H 'content-type:'");
            }
            command.append(" --data-raw ").append(quoted(body));
        }
        return command.toString();
    }

    /** The address to which the request was sent. */
    static String url(JournaledRequest request) {
        String host = request.headers().getOrDefault("host", "localhost");
        return "http://" + host + request.path() + (request.query() == null ? "" : "?" + request.query());
    }

    private static Map<String, String> headers(JournaledRequest request) {
        Map<String, String> headers = new TreeMap<>(request.headers());
        headers.keySet().removeAll(LEFT_OUT);
        headers.replaceAll((name, value) -> value(request, name, value));
        return headers;
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
