package io.gpucloud.stub.cluster;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds all records and enumerations that some types use. */
final class ReachableTypes {

    private final SortedSet<Class<?>> found = new TreeSet<>(Comparator.comparing(Class::getName));

    private ReachableTypes() {}

    /** The types and all that their components use, ordered by name. A sealed interface is replaced by all permitted subclasses. */
    static SortedSet<Class<?>> from(Class<?>... roots) {
        ReachableTypes reachable = new ReachableTypes();
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

    /** The result type of an operation is a type argument of its interface. */
    private void visitArguments(Type generic) {
        if (generic instanceof ParameterizedType of) {
            for (Type argument : of.getActualTypeArguments()) {
                visit(argument);
            }
        }
    }
}
