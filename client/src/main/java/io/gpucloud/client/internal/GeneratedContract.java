package io.gpucloud.client.internal;

import feign.Contract;
import feign.DefaultContract;
import feign.MethodMetadata;
import feign.Param;
import io.gpucloud.client.ExtensibleEnum;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the generated interfaces once. Encodes query values completely, because Feign skips values that look encoded, and
 * prints open values like records.
 */
final class GeneratedContract implements Contract {

    private static final Map<Class<?>, List<MethodMetadata>> READ = new ConcurrentHashMap<>();

    @Override
    public List<MethodMetadata> parseAndValidateMetadata(Class<?> api) {
        return READ.computeIfAbsent(api, GeneratedContract::read);
    }

    private static List<MethodMetadata> read(Class<?> api) {
        List<MethodMetadata> methods = new DefaultContract().parseAndValidateMetadata(api);
        for (MethodMetadata method : methods) {
            Map<Integer, Param.Expander> expanders = new HashMap<>();
            method.indexToName().keySet().forEach(index -> expanders.put(index, GeneratedContract::encode));
            method.indexToExpander(expanders);
            // All methods declare the same headers, and AuthenticatingClient sets them. Feign would expand these
            // templates for every request.
            method.template().headers(null);
        }
        return methods;
    }

    private static String encode(Object value) {
        String text = value instanceof ExtensibleEnum open ? String.valueOf(open.value()) : value.toString();
        // Encodes the characters that URLEncoder keeps, so that Feign finds nothing to encode.
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }
}
