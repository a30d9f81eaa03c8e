package io.gpucloud.stub.admin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Returns 404 for unknown {@code /__admin} paths, and 405 for unknown methods. */
@RestController
final class UnknownAdminPathController {

    /**
     * Requested lazily, because the mapping is created from the controllers, including this one. By name, because monitoring has another
     * mapping.
     */
    private final ObjectProvider<RequestMappingHandlerMapping> mapping;

    UnknownAdminPathController(
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> mapping) {
        this.mapping = mapping;
    }

    @RequestMapping("/__admin/**")
    void refuse(HttpServletRequest request, HttpServletResponse response) {
        String allowed = allowed(request);
        if (allowed.isEmpty()) {
            throw new ProblemException(HttpStatus.NOT_FOUND, "there is no such call; GET /__admin lists all of them");
        }
        response.setHeader(HttpHeaders.ALLOW, allowed);
        throw new ProblemException(
                HttpStatus.METHOD_NOT_ALLOWED, "the method is not allowed here; allowed are: " + allowed);
    }

    /** The methods of a known path. The mapping of this controller has none. */
    private String allowed(HttpServletRequest request) {
        return mapping.getObject().getHandlerMethods().keySet().stream()
                .filter(call -> meets(call, request))
                .flatMap(call -> call.getMethodsCondition().getMethods().stream())
                .map(RequestMethod::name)
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(TreeSet::new), methods -> String.join(", ", methods)));
    }

    private static boolean meets(RequestMappingInfo call, HttpServletRequest request) {
        var paths = call.getPathPatternsCondition();
        return paths != null && paths.getMatchingCondition(request) != null;
    }
}
