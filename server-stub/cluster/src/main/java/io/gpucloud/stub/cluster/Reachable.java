package io.gpucloud.stub.cluster;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the records and enumerations that some types are made of. */
final class Reachable {

    private final SortedSet<Class<?>> found = new TreeSet<>(Comparator.comparing(Class::getName));

    private Reachable() {}

    /** Those types and all that they are made of, by name; of a sealed interface all that it permits. */
    static SortedSet<Class<?>> from(Class<?>... roots) {
        Reachable reachable = new Reachable();
        for (Class<?> root : roots) {
            reachable.visit(root);
        }
        return reachable.found;
    }

    private void visit(Type type) {
        if (type instanceof ParameterizedType of) {
            visit(of.getRawType());
            for (Type argument : of.getActualTypeArguments()) {
                visit(argument);
            }
        } else if (type instanceof Class<?> one) {
            visit(one);
        }
    }

    private void visit(Class<?> type) {
        if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                visit(permitted);
            }
        } else if (type.isEnum()) {
            found.add(type);
        } else if (type.isRecord() && found.add(type)) {
            for (RecordComponent component : type.getRecordComponents()) {
                visit(component.getGenericType());
            }
            for (Type generic : type.getGenericInterfaces()) {
                visitArguments(generic);
            }
        }
    }

    /** What an operation answers stands in the interface that it implements. */
    private void visitArguments(Type generic) {
        if (generic instanceof ParameterizedType of) {
            for (Type argument : of.getActualTypeArguments()) {
                visit(argument);
            }
        }
    }
}
