package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.auth.BearerToken;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Controls access to {@code /__admin}. If a token is set, callers must send it. Otherwise only programs on this machine
 * are allowed, and web pages of other sites are rejected. A local proxy that adds no header cannot be detected. The
 * files of the console need no token, because a browser can send one only after the page has loaded.
 */
final class AdminAccessFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final String OTHERS = "; start the stub with --stub.admin.token=TOKEN to allow others";
    private static final String OTHER_ORIGIN = "pages of other origins are not allowed";
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Headers that proxies add, in lower case. A caller behind a proxy may be on another machine. */
    private static final Set<String> OF_PROXIES = Set.of(
            "cf-connecting-ip",
            "fastly-client-ip",
            "forwarded",
            "true-client-ip",
            "via",
            "x-client-ip",
            "x-cluster-client-ip",
            "x-envoy-external-address",
            "x-original-forwarded-for",
            "x-real-ip");

    private static final String FORWARDED = "x-forwarded-";

    /** Values of {@code Sec-Fetch-Site} for pages of this stub and for addresses that the user enters. */
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    static final String CONSOLE_PATH = "/__admin/console";

    /** Only letters, so that the path of a file cannot match an administrative call. */
    private static final Pattern CONSOLE = Pattern.compile(CONSOLE_PATH + "(/[a-z]+[.](css|js))?");

    private final @Nullable String token;
    private final transient AdminErrorHandler problems;
    private final transient WrongTokens wrong;

    AdminAccessFilter(@Nullable String token, AdminErrorHandler problems, WrongTokens wrong) {
        this.wrong = wrong;
        this.token = token;
        this.problems = problems;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            if (token == null) {
                requireThisMachine(request);
            } else if (!isConsole(request)) {
                requireToken(token, request, response);
            }
        } catch (ProblemException rejected) {
            problems.rejected(rejected, response);
            return;
        }
        chain.doFilter(request, response);
    }

    /** The right token is rejected too while the address must wait, or a guess would show that it is right. */
    private void requireToken(String token, HttpServletRequest request, HttpServletResponse response) {
        String sent = BearerToken.of(request.getHeader(HttpHeaders.AUTHORIZATION));
        boolean right = sent != null && MessageDigest.isEqual(token.getBytes(UTF_8), sent.getBytes(UTF_8));
        long seconds = sent == null ? 0 : wrong.secondsToWait(request.getRemoteAddr(), right);
        if (seconds > 0) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
            throw new ProblemException(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "too many calls from " + request.getRemoteAddr()
                            + " had a wrong token; send the value of stub.admin.token after the pause");
        }
        if (!right) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            throw new ProblemException(
                    HttpStatus.UNAUTHORIZED, "send the value of stub.admin.token: Authorization: Bearer TOKEN");
        }
    }

    private static boolean isConsole(HttpServletRequest request) {
        return request.getMethod().equals("GET")
                && CONSOLE.matcher(request.getRequestURI()).matches();
    }

    private static void requireThisMachine(HttpServletRequest request) {
        if (!isLoopback(request.getRemoteAddr())) {
            throw new ProblemException(HttpStatus.FORBIDDEN, "only callers on this machine are allowed" + OTHERS);
        }
        if (Collections.list(request.getHeaderNames()).stream().anyMatch(AdminAccessFilter::isOfProxy)) {
            throw new ProblemException(HttpStatus.FORBIDDEN, "callers behind a proxy are not allowed" + OTHERS);
        }
        // Rejects DNS rebinding: another host name may resolve to this machine.
        if (!LOOPBACK_NAMES.contains(request.getServerName().toLowerCase(Locale.ROOT))) {
            throw new ProblemException(
                    HttpStatus.FORBIDDEN,
                    "the header Host must be localhost, 127.0.0.1 or [::1]; with --stub.admin.token=TOKEN it may be"
                            + " any");
        }
        // Each value of a repeated header must be allowed, because it is unknown which one is true.
        boolean otherOrigin = Collections.list(request.getHeaders(HttpHeaders.ORIGIN)).stream()
                .anyMatch(origin -> !isOfThisStub(origin, request));
        boolean otherSite =
                !isConsole(request) && !OWN_SITE.containsAll(Collections.list(request.getHeaders("Sec-Fetch-Site")));
        if (otherOrigin || otherSite) {
            throw new ProblemException(HttpStatus.FORBIDDEN, OTHER_ORIGIN);
        }
    }

    private static boolean isOfProxy(String header) {
        String name = header.toLowerCase(Locale.ROOT);
        return name.startsWith(FORWARDED) || OF_PROXIES.contains(name);
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private static boolean isOfThisStub(String origin, HttpServletRequest request) {
        try {
            URI page = URI.create(origin);
            // Browsers omit the default port of the scheme.
            int usual = "https".equals(page.getScheme()) ? 443 : 80;
            int port = page.getPort() < 0 ? usual : page.getPort();
            return LOOPBACK_NAMES.contains(String.valueOf(page.getHost())) && port == request.getServerPort();
        } catch (IllegalArgumentException opaque) {
            return false;
        }
    }
}
