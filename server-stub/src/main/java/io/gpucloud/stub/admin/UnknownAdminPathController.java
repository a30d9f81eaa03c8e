package io.gpucloud.stub.admin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Refuses what no call of the administration is. */
@RestController
final class UnknownAdminPathController {

    /** Asked for late: it is made of the controllers, and of this one too. By its name: a program has another, for its monitoring. */
    private final ObjectProvider<RequestMappingHandlerMapping> mapping;

    UnknownAdminPathController(
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> mapping) {
        this.mapping = mapping;
    }

    @RequestMapping("/__admin/**")
    void refuse(HttpServletRequest request, HttpServletResponse response) {
        String allowed = allowed(request);
        if (allowed.isEmpty()) {
            throw ProblemException.notFound("there is no such call; GET /__admin lists all of them");
        }
        response.setHeader(HttpHeaders.ALLOW, allowed);
        throw ProblemException.methodNotAllowed(allowed);
    }

    /** The methods that the path has, if it is one of the administration; this very mapping names none. */
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
