package io.gpucloud.contract.robustness;

import java.util.ArrayList;
import java.util.List;

/** Malformed and unusual request lines, headers, lengths and chunks that are known to cause errors in servers. */
final class MalformedHttpSamples {

    private static final String LIST = "/api/open/v2/instance/list";
    private static final String CREATE = "/api/open/v2/instance/create_by_pod";
    private static final String JSON = "Content-Type: application/json\r\n";

    private MalformedHttpSamples() {}

    static List<RawRequest> all() {
        List<RawRequest> all = new ArrayList<>();
        for (String target : HostileInput.of("targets")) {
            all.add(new RawRequest("target", RawRequest.head("GET", target) + "\r\n"));
        }
        for (String method : HostileInput.of("methods")) {
            for (String path : List.of(LIST, CREATE, "/", "/docs", "/__admin/clock", "/actuator/health", "/nowhere")) {
                all.add(new RawRequest("method", RawRequest.head(method, path) + "\r\n"));
            }
        }
        for (String beginning : HostileInput.of("beginnings")) {
            all.add(new RawRequest("first line", beginning));
        }
        for (String header : HostileInput.of("headers")) {
            for (String path : List.of(LIST, "/", "/__admin/clock")) {
                all.add(new RawRequest("header", RawRequest.head("GET", path) + header + "\r\n\r\n"));
            }
        }
        for (String length : HostileInput.of("lengths")) {
            for (String path : List.of(CREATE, "/__admin/faults")) {
                all.add(new RawRequest("length", post(path) + "Content-Length: " + length + "\r\n\r\n{}\n"));
            }
        }
        for (String chunks : HostileInput.of("chunks")) {
            all.add(new RawRequest("chunks", post(CREATE) + "Transfer-Encoding: chunked\r\n\r\n" + chunks));
        }
        for (String coding : HostileInput.of("codings")) {
            all.add(new RawRequest("coding", post(CREATE) + "Transfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n"));
        }
        return all;
    }

    private static String post(String path) {
        return RawRequest.head("POST", path) + JSON;
    }
}
