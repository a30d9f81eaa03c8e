package io.gpucloud.contract.kit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGenerator;

/** Generates display names: the names of classes and methods as sentences. */
final class SentenceDisplayNames extends DisplayNameGenerator.Standard {

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
