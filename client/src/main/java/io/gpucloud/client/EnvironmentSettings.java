package io.gpucloud.client;

import java.net.PasswordAuthentication;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The settings of {@link GpuCloudClient#fromEnv()}: system properties, then environment variables. */
record EnvironmentSettings(
        Function<String, @Nullable String> properties, Function<String, @Nullable String> variables) {

    static EnvironmentSettings system() {
        return new EnvironmentSettings(System::getProperty, System::getenv);
    }

    GpuCloudClient client() {
        if (first("base-url") == null) {
            throw new IllegalStateException(
                    "the address of the service is missing: set the environment variable GPU_CLOUD_BASE_URL or the"
                            + " system property gpucloud.base-url, for example to https://HOST/api/open/v2");
        }
        return builder().build();
    }

    GpuCloudClientBuilder builder() {
        GpuCloudClientBuilder builder = GpuCloudClient.builder();
        String baseUrl = first("base-url");
        if (baseUrl != null) {
            builder.baseUrl(baseUrl);
        }
        if (!key(builder, properties, name -> "gpucloud." + name)) {
            key(builder, variables, EnvironmentSettings::variable);
        }
        String username = first("proxy-username");
        if (username != null) {
            String password = Objects.requireNonNullElse(first("proxy-password"), "");
            builder.proxyCredentials(new PasswordAuthentication(username, password.toCharArray()));
        }
        return builder;
    }

    private @Nullable String first(String name) {
        String property = set(properties, "gpucloud." + name);
        return property == null ? set(variables, variable(name)) : property;
    }

    private static boolean key(
            GpuCloudClientBuilder builder, Function<String, @Nullable String> source, UnaryOperator<String> named) {
        String key = set(source, named.apply("api-key"));
        String file = set(source, named.apply("api-key-file"));
        if (key != null) {
            builder.apiKey(key);
        } else if (file != null) {
            builder.apiKey(ApiKey.inFile(Path.of(file)));
        }
        return key != null || file != null;
    }

    /** An empty setting counts as absent, because Compose files and shells can only empty a variable. */
    private static @Nullable String set(Function<String, @Nullable String> source, String name) {
        String value = source.apply(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    private static String variable(String name) {
        return "GPU_CLOUD_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
