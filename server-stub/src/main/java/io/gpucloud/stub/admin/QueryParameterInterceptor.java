package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.NearestName;
import io.gpucloud.stub.json.RequestBinder;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.List;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * Rejects query parameters that a call does not have. A parameter that is ignored is dangerous: a call that is meant
 * for one account would change all of them.
 */
final class QueryParameterInterceptor implements HandlerInterceptor {

    /** The character that decoders insert for bytes that are not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getQueryString() != null
                && handler instanceof HandlerMethod call
                && AdminArgumentResolver.isContract(call.getBeanType())) {
            List<String> known = parameters(call);
            // Read from the query itself: the servlet API mixes it with the body of a form.
            UriComponentsBuilder.newInstance()
                    .query(request.getQueryString())
                    .build()
                    .getQueryParams()
                    .keySet()
                    .forEach(name -> requireKnown(decoded(name), known));
        }
        return true;
    }

    private static List<String> parameters(HandlerMethod call) {
        return Arrays.stream(call.getMethod().getParameterTypes())
                .filter(AdminArgumentResolver::isQuery)
                .flatMap(query -> RequestBinder.memberNames(query).stream())
                .toList();
    }

    private static String decoded(String name) {
        try {
            String decoded = UriUtils.decode(name.replace('+', ' '), UTF_8);
            if (decoded.indexOf(REPLACEMENT) < 0) {
                return decoded;
            }
        } catch (IllegalArgumentException undecodable) {
            // Rejected below.
        }
        throw new InvalidJsonException("", "the query is not valid");
    }

    private static void requireKnown(String name, List<String> known) {
        if (!known.contains(name)) {
            String others = known.isEmpty()
                    ? ", which has none"
                    : NearestName.suggestion(known, name) + " The call has: " + String.join(", ", known);
            throw new InvalidJsonException(name, "is no parameter of this call" + others);
        }
    }
}
