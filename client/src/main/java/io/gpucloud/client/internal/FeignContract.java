package io.gpucloud.client.internal;

import feign.Contract;
import feign.MethodMetadata;
import feign.RequestLine;
import io.gpucloud.client.ExtensibleEnum;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.api.QueryValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads interfaces: those with the annotations of Feign as Feign does, and others by another contract, such as that of
 * Spring Cloud.
 *
 * @param other reads interfaces without annotations of Feign
 */
record FeignContract(Contract other) implements Contract {

    /** The methods of our own interfaces, which are read once. */
    private static final Map<Class<?>, List<MethodMetadata>> READ = new ConcurrentHashMap<>();

    @Override
    public List<MethodMetadata> parseAndValidateMetadata(Class<?> api) {
        boolean generated = api.getPackage() == InstancesApi.class.getPackage();
        return generated ? READ.computeIfAbsent(api, FeignContract::ours) : withNumbers(ofUser(api));
    }

    /**
     * Without the headers, which are the same for all methods, and which {@link AuthenticatingClient} sets. Feign would
     * expand them each time.
     */
    private static List<MethodMetadata> ours(Class<?> api) {
        List<MethodMetadata> methods = feign(api);
        methods.forEach(method -> method.template().headers(null));
        return methods;
    }

    private List<MethodMetadata> ofUser(Class<?> api) {
        boolean usesFeign = Arrays.stream(api.getMethods()).anyMatch(m -> m.isAnnotationPresent(RequestLine.class));
        return usesFeign ? feign(api) : other.parseAndValidateMetadata(api);
    }

    // The name that both Feign 13.6 and later versions have.
    @SuppressWarnings("deprecation")
    private static List<MethodMetadata> feign(Class<?> api) {
        return new Contract.Default().parseAndValidateMetadata(api);
    }

    /** Writes open enumerations as numbers. Feign would write their names. */
    private static List<MethodMetadata> withNumbers(List<MethodMetadata> methods) {
        for (MethodMetadata method : methods) {
            Class<?>[] types = method.method().getParameterTypes();
            for (Integer index : method.indexToName().keySet()) {
                if (ExtensibleEnum.class.isAssignableFrom(types[index])) {
                    writeNumber(method, index);
                }
            }
        }
        return methods;
    }

    private static void writeNumber(MethodMetadata method, int index) {
        if (method.indexToExpander() == null) {
            method.indexToExpanderClass().put(index, QueryValue.class);
        } else {
            method.indexToExpander().put(index, new QueryValue());
        }
    }
}
