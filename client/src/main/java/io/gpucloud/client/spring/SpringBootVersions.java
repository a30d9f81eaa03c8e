package io.gpucloud.client.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** The versions of Spring Boot for which there is auto-configuration: 4 and later, where the health module has its present packages. */
final class SpringBootVersions {

    private static final int FIRST_SUPPORTED = 4;

    private SpringBootVersions() {}

    /** The version that runs. */
    static String current() {
        return String.valueOf(SpringBootVersion.getVersion());
    }

    static boolean isSupported(@Nullable String version) {
        if (version == null || !version.matches("\\d+\\..*")) {
            return true;
        }
        return Integer.parseInt(version.substring(0, version.indexOf('.'))) >= FIRST_SUPPORTED;
    }

    /** Matches a supported version. */
    static final class Supported implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return isSupported(current());
        }
    }

    /** Matches an older version. */
    static final class Unsupported implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !isSupported(current());
        }
    }
}
