package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class JacksonVersionsTest {

    /** Old annotations, such as those of Spring Boot 3.5: they lack a class that Jackson 3 needs to write. */
    private static final class OldAnnotations extends URLClassLoader {

        OldAnnotations() {
            super(
                    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                            .map(OldAnnotations::url)
                            .toArray(URL[]::new),
                    ClassLoader.getPlatformClassLoader());
        }

        private static URL url(String element) {
            try {
                return Path.of(element).toUri().toURL();
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("com.fasterxml.jackson.annotation.JsonSerializeAs")) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }
    }

    private static void build(ClassLoader loader) throws ReflectiveOperationException {
        Object builder = loader.loadClass("io.gpucloud.client.GpuCloudClient")
                .getMethod("builder")
                .invoke(null);
        builder.getClass().getMethod("baseUrl", String.class).invoke(builder, "https://gpu.example/api/open/v2");
        Method build = builder.getClass().getMethod("build");
        build.invoke(builder);
    }

    @Test
    void areCheckedBeforeAClientIsBuilt() throws IOException {
        try (OldAnnotations loader = new OldAnnotations()) {
            assertThatThrownBy(() -> build(loader))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("do not fit together")
                    .hasMessageMatching(
                            "(?s).*jackson-annotations-[\\d.]+\\.jar \\(version .*jackson-databind-[\\d.]+\\.jar.*");
        }
    }
}
