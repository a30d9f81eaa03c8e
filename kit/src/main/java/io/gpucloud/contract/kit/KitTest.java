package io.gpucloud.contract.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a class with tests of the kit. The settings decide which tests are skipped, and the parameters of the tests are
 * provided.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KitExtension.class)
@DisplayNameGeneration(KitTest.Sentences.class)
public @interface KitTest {

    /** The names of classes and methods as sentences. */
    final class Sentences extends DisplayNameGenerator.Standard {

        @Override
        public String generateDisplayNameForClass(Class<?> type) {
            return words(type.getSimpleName());
        }

        @Override
        public String generateDisplayNameForNestedClass(List<Class<?>> enclosing, Class<?> nested) {
            return words(nested.getSimpleName());
        }

        @Override
        public String generateDisplayNameForMethod(List<Class<?>> enclosing, Class<?> type, Method method) {
            return words(method.getName());
        }

        private static String words(String name) {
            return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[0-9])", " ")
                    .toLowerCase(Locale.ROOT);
        }
    }
}
