package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Controls access to the administration. With a token, callers must send it. Without one, only programs on this machine are allowed; web
 * pages of other sites are not, whatever host name they use. The files of the console need no token, because a browser cannot send one
 * before a page asks for it.
 */
final class AdminAccessFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final String BEARER = "bearer ";
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Headers that proxies add. A caller behind a proxy may be on another machine. */
    private static final List<String> OF_PROXIES =
            List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via");

    /** Values of {@code Sec-Fetch-Site} for pages of this stub and for addresses that the user enters. */
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    /** Letter by letter, so that no path leads from here to a call. */
    private static final Pattern CONSOLE = Pattern.compile(ConsoleController.PATH + "(/[a-z]+[.](css|js))?");

    private final @Nullable String token;
    private final transient AdminErrorHandler problems;

    AdminAccessFilter(@Nullable String token, AdminErrorHandler problems) {
        this.token = token;
        this.problems = problems;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String refusal = token == null ? refusalToStrangers(request) : refusalWithoutToken(request, token);
        if (refusal == null) {
            chain.doFilter(request, response);
        } else {
            problems.answer(ProblemException.forbidden(refusal), response);
        }
    }

    private static @Nullable String refusalWithoutToken(HttpServletRequest request, String token) {
        if (isConsole(request)) {
            return null;
        }
        boolean known = isToken(token, request.getHeader(HttpHeaders.AUTHORIZATION));
        return known ? null : "stub.admin.token must be sent as a bearer token";
    }

    /** Whether a header carries the token, behind a scheme whose case does not matter. */
    private static boolean isToken(String token, @Nullable String header) {
        return header != null
                && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(
                        token.getBytes(UTF_8),
                        header.substring(BEARER.length()).strip().getBytes(UTF_8));
    }

    private static boolean isConsole(HttpServletRequest request) {
        return request.getMethod().equals("GET")
                && CONSOLE.matcher(request.getRequestURI()).matches();
    }

    private static @Nullable String refusalToStrangers(HttpServletRequest request) {
        if (!isLoopback(request.getRemoteAddr())) {
            return "only this machine is answered, unless stub.admin.token is set";
        }
        if (OF_PROXIES.stream().anyMatch(name -> request.getHeader(name) != null)) {
            return "nobody is answered through a proxy, unless stub.admin.token is set";
        }
        // Rejects DNS rebinding: another host name may resolve to this machine.
        if (!LOOPBACK_NAMES.contains(request.getServerName().toLowerCase(Locale.ROOT))) {
            return "the header Host must name this machine as localhost";
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin != null && !isOfThisStub(origin, request)) {
            return "pages of other origins are not answered";
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !OWN_SITE.contains(site) && !isConsole(request)) {
            return "pages of other origins are not answered";
        }
        return null;
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
            // Browsers leave out the port that is usual for the scheme.
            int usual = "https".equals(page.getScheme()) ? 443 : 80;
            int port = page.getPort() < 0 ? usual : page.getPort();
            return LOOPBACK_NAMES.contains(String.valueOf(page.getHost())) && port == request.getServerPort();
        } catch (IllegalArgumentException opaque) {
            return false;
        }
    }
}
