package io.gpucloud.client.internal;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpucloud.client.model.InstanceReference;
import java.security.CodeSource;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/**
 * The versions of Jackson on the class path. If its annotations are too old, responses can be read, but no request can
 * be written.
 */
public final class JacksonVersions {

    private JacksonVersions() {}

    /** Requires versions that fit together. Otherwise the exception names the jars. */
    public static void check() {
        try {
            Json.MAPPER.writeValueAsBytes(new InstanceReference("check"));
        } catch (LinkageError missing) {
            throw new IllegalStateException(
                    "the versions of Jackson on the class path do not fit together, so the client cannot write requests: "
                            + describe(JsonProperty.class) + " and " + describe(JsonMapper.class)
                            + ". Import jackson-bom in the version of jackson-databind",
                    missing);
        }
    }

    private static String describe(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        String jar = source == null ? "unknown" : source.getLocation().getPath().replaceAll(".*/", "");
        String version = Objects.requireNonNullElse(type.getPackage().getImplementationVersion(), "unknown");
        return jar + " (version " + version + ")";
    }
}
