package io.gpucloud.contract.robustness;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Malformed and unusual request lines, headers, lengths and chunks that are known to cause errors in servers. */
final class MalformedHttpSamples {

    private static final String LIST = "/api/open/v2/instance/list";
    private static final String CREATE = "/api/open/v2/instance/create_by_pod";
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final String LONG = "a".repeat(20_000);

    private MalformedHttpSamples() {}

    static List<RawRequest> all() {
        return Stream.of(targets(), methods(), versions(), headers(), lengths(), chunks())
                .flatMap(List::stream)
                .toList();
    }

    private static List<RawRequest> targets() {
        String many = String.join(
                "&", IntStream.range(0, 1_100).mapToObj(i -> "a" + i + "=1").toList());
        Stream<String> odd = Stream.of(
                LIST + ";a=b",
                "/api/open/v2/instance;x/list",
                "/" + LIST,
                "/api//open/v2/instance/list",
                "/api/open/v2/instance/../instance/list",
                "/api/open/v2/./instance/list",
                "/api/open/v2/instance%2Flist",
                LIST + "%00",
                "/api/open/v2/instance/%6cist",
                "/%61pi/open/v2/instance/list",
                LIST + "/",
                "/api/open/v2/instance\\list",
                "http://evil.example" + LIST,
                "https://localhost" + LIST,
                "*",
                "",
                "localhost:80",
                "//evil.example" + LIST,
                LIST + "?x=%",
                LIST + "?%ff=%ed%a0%80",
                LIST + "#fragment",
                "/api/open/v2/pod/list?name=%c0%80",
                "/api/open/v2/pod/list?name=%zz",
                "/api/open/v2/pod/list?name=%00%0a%0d",
                "/api/open/v2/pod/list?page=\u00d9\u00a1",
                "/api/open/v2/pod/list?page=1&page=2",
                "/api/open/v2/pod/list?page=1" + "0".repeat(3_000),
                "/api/open/v2/pod/list?" + many,
                "/api/open/v2/pod/list?" + "&".repeat(5_000),
                "/api/open/v2/pod/list?name[]=1&name[$gt]=",
                "/api/open/v2/../../etc/passwd",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/..%2f..%2fetc%2fpasswd",
                "/api/open/v2/%252e%252e/x",
                "/api/open/v2/instance/list%0d%0aX-Injected:%20yes",
                "/WEB-INF/web.xml",
                "/META-INF/MANIFEST.MF",
                "/error",
                "/actuator/env",
                "/actuator/heapdump",
                "/actuator/shutdown",
                "/openapi/../x",
                "/pages/..%2fconsole",
                "/pages/%2e%2e/docs",
                "/__admin/console/../snapshot",
                "/__admin/console/%2e%2e/clock",
                "/__admin/accounts/%00/clock",
                "/__admin/keys/%f0%9f%98%80",
                "/__admin/requests?status=%ff",
                "/__admin/requests?limit=-1",
                "/" + LONG,
                "/a%ff%fe",
                "/${jndi:ldap://x/y}",
                "/api/open/v2/pod/list?name=${jndi:ldap://x/y}",
                "/api/open/v2/pod/list?name='%20OR%201=1--",
                "/api/open/v2/pod/list?name=%3Cscript%3E",
                "/\u0000",
                "/\u007f",
                "/\u0080",
                "/a b",
                "/a\tb");
        return odd.map(target -> new RawRequest("target", RawRequest.head("GET", target) + "\r\n"))
                .toList();
    }

    private static List<RawRequest> methods() {
        Stream<String> words = Stream.of("TRACE OPTIONS HEAD CONNECT PATCH PUT DELETE PROPFIND FOO get G(T".split(" "));
        Stream<String> others = Stream.of("", "\u0000", "GET\t", "A".repeat(9_000));
        return Stream.concat(words, others)
                .flatMap(method -> Stream.of(
                                LIST, CREATE, "/", "/docs", "/__admin/clock", "/actuator/health", "/nowhere")
                        .map(path -> new RawRequest("method", RawRequest.head(method, path) + "\r\n")))
                .toList();
    }

    private static List<RawRequest> versions() {
        return Stream.of(
                        "GET " + LIST + "\r\n\r\n",
                        "GET " + LIST + " HTTP/1.0\r\n\r\n",
                        "GET " + LIST + " HTTP/2.0\r\n\r\n",
                        "GET " + LIST + " HTTP/9.9\r\n\r\n",
                        "GET " + LIST + " HTTP/\r\n\r\n",
                        "GET " + LIST + " http/1.1\r\n\r\n",
                        "GET " + LIST + " HTTP/1.1 \r\n\r\n",
                        "GET  " + LIST + "  HTTP/1.1\r\n\r\n",
                        " GET " + LIST + " HTTP/1.1\r\n\r\n",
                        "\r\n\r\n\r\nGET " + LIST + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                        "\u0000\u0001\u0002\r\n\r\n",
                        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n",
                        "HTTP/1.1 200 OK\r\n\r\n",
                        "GET",
                        "G",
                        "GET " + LIST + " HTTP/1.1\r\nHo",
                        "GET " + LIST + " HTTP/1.1\r\nHost: localhost\r\n")
                .map(text -> new RawRequest("first line", text))
                .toList();
    }

    private static List<RawRequest> headers() {
        String many = String.join(
                "", IntStream.range(0, 5_000).mapToObj(i -> "X" + i + ": a\r\n").toList());
        Stream<String> odd = Stream.of(
                "X: " + LONG,
                LONG + ": x",
                many,
                "X: a\u0000b",
                "X Y: a",
                "XY",
                ": x",
                "X: a\r\n folded",
                " X: leading",
                "X: a\rY: b",
                "X: a\nY: b",
                "X\u00e9: \u00ff\u00fe",
                "Host: other",
                "Host: a b@[",
                "Authorization: Bearer other",
                "Content-Type: ;;;",
                "Accept: ;;;,/,*",
                "Accept: " + "a/b,".repeat(1_500),
                "Accept: */*;q=NaN",
                "Accept-Charset: nonsense",
                "Accept-Encoding: gzip;q=-1, " + "x,".repeat(2_000),
                "Accept-Language: " + "x-".repeat(2_000),
                "Cookie: " + "a=b;".repeat(1_500),
                "Cookie: JSESSIONID=../../x",
                "Range: bytes=0-,0-,0-,-1",
                "If-None-Match: *",
                "If-Modified-Since: yesterday",
                "Expect: 100-continue",
                "Expect: nonsense",
                "Upgrade: h2c\r\nHTTP2-Settings: AAMA",
                "Upgrade: websocket\r\nSec-WebSocket-Key: x",
                "Connection: close, keep-alive, x",
                "Keep-Alive: timeout=99999999",
                "X-HTTP-Method-Override: DELETE",
                "X-Original-URL: /__admin/clock",
                "X-Rewrite-URL: /__admin/clock",
                "Transfer-Encoding: chunked\r\nContent-Length: 3",
                "TE: trailers",
                "Content-Length: 0\r\nContent-Length: 0",
                "Origin: null",
                "X-Forwarded-For: 127.0.0.1",
                "X-Forwarded-Proto: " + LONG.substring(0, 4_000),
                "Date: ${jndi:ldap://x}");
        return odd.flatMap(line -> Stream.of(LIST, "/", "/__admin/clock")
                        .map(path -> new RawRequest("header", RawRequest.head("GET", path) + line + "\r\n\r\n")))
                .toList();
    }

    private static List<RawRequest> lengths() {
        return Stream.of(
                        "-1",
                        "abc",
                        "",
                        "0x10",
                        "1 2",
                        "+3",
                        "99999999999999999999",
                        "9223372036854775807",
                        "2147483648",
                        "70000",
                        "50",
                        "1,1",
                        "3\r\nContent-Length: 4",
                        "3\r\nTransfer-Encoding: chunked",
                        "3\r\nTransfer-Encoding: identity")
                .flatMap(length -> Stream.of(CREATE, "/__admin/faults")
                        .map(path -> new RawRequest(
                                "length",
                                RawRequest.head("POST", path) + JSON + "Content-Length: " + length + "\r\n\r\n{}\n")))
                .toList();
    }

    private static List<RawRequest> chunks() {
        String head = RawRequest.head("POST", CREATE) + JSON + "Transfer-Encoding: chunked\r\n\r\n";
        List<RawRequest> all = new ArrayList<>();
        Stream.of(
                        "",
                        "0\r\n\r\n",
                        "2\r\n{}\r\n0\r\n\r\n",
                        "ZZ\r\n{}\r\n0\r\n\r\n",
                        "-1\r\n{}\r\n0\r\n\r\n",
                        "FFFFFFFFFFFFFFFF\r\n{}",
                        "7FFFFFFF\r\n{}",
                        "00000000000000000002\r\n{}\r\n0\r\n\r\n",
                        "2;" + LONG + "\r\n{}\r\n0\r\n\r\n",
                        "2\r\n{}\r\n0\r\nX: " + LONG + "\r\n\r\n",
                        "2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n",
                        "2\r\n{}X\r\n0\r\n\r\n",
                        "2\n{}\n0\n\n",
                        "5\r\n{}",
                        "1\r\n \r\n".repeat(70_000) + "0\r\n\r\n",
                        "0\r\n\r\n0\r\n\r\n",
                        "2 \r\n{}\r\n0\r\n\r\n",
                        "0x2\r\n{}\r\n0\r\n\r\n")
                .forEach(body -> all.add(new RawRequest("chunks", head + body)));
        Stream.of(
                        "foo",
                        "chunked, chunked",
                        "gzip, chunked",
                        "chunked, gzip",
                        "identity",
                        "chunked\r\nTransfer-Encoding: x",
                        " chunked\u000b")
                .forEach(coding -> all.add(new RawRequest(
                        "coding",
                        RawRequest.head("POST", CREATE) + JSON + "Transfer-Encoding: " + coding
                                + "\r\n\r\n0\r\n\r\n")));
        return all;
    }
}
