package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * An operation of the public API: a method of a generated interface.
 *
 * @param id the {@code operationId}
 * @param method the HTTP method, in capitals
 * @param path the path below the base address
 * @param secured whether it needs an API key
 * @param documented whether the service documents it; false if it was only observed
 */
record ApiOperation(String id, String method, String path, boolean secured, boolean documented) {

    static final List<Class<?>> CONTROLLERS =
            List.of(AccountController.class, CatalogController.class, InstancesController.class);

    static final List<ApiOperation> ALL = CONTROLLERS.stream()
            .flatMap(controller -> Arrays.stream(controller.getInterfaces()))
            .flatMap(api -> Arrays.stream(api.getMethods()))
            .map(ApiOperation::of)
            .toList();

    private static ApiOperation of(Method method) {
        RequestMapping mapping = method.getAnnotation(RequestMapping.class);
        return new ApiOperation(
                method.getName(),
                mapping.method()[0].name(),
                mapping.path()[0],
                Arrays.asList(method.getParameterTypes()).contains(AccountKey.class),
                !method.getDeclaringClass().getPackageName().endsWith(".observed"));
    }
}
