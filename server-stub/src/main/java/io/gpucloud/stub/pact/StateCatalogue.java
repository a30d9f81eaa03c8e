package io.gpucloud.stub.pact;

import io.gpucloud.stub.admin.ProblemException;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.OperationIds;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All provider states, found by their names. */
final class StateCatalogue {

    /** No name is longer, and who sends a book gets an answer all the same. */
    private static final int COMPARED = 200;

    private final List<StateDefinition> states;

    StateCatalogue(Catalog catalog, OperationIds operationIds) {
        states = Stream.concat(
                        new AccountStates(catalog).all().stream(), new ResponseStates(operationIds).all().stream())
                .toList();
    }

    List<StateDefinition> states() {
        return states;
    }

    /**
     * Finds a state. Some verifiers send an empty name where a pact names none.
     *
     * @throws ProblemException if no state has this name; the message names the nearest state and lists all
     */
    StateDefinition require(String name) {
        String wanted = name.isBlank() ? AccountStates.AS_IT_OPENS : name;
        return states.stream()
                .filter(state -> state.name().equals(wanted))
                .findAny()
                .orElseThrow(() -> ProblemException.unknownState(
                        "unknown state; the nearest is \"" + nearest(wanted) + "\". Known are: " + names()));
    }

    private String names() {
        return states.stream().map(StateDefinition::name).collect(Collectors.joining("; "));
    }

    /** The name that shares the most parts of three letters. */
    private String nearest(String wanted) {
        return states.stream()
                .map(StateDefinition::name)
                .max(Comparator.comparingDouble(name -> likeness(name, wanted)))
                .orElseThrow();
    }

    private static double likeness(String one, String other) {
        Set<String> all = parts(one);
        Set<String> shared = parts(other);
        shared.retainAll(all);
        all.addAll(parts(other));
        return (double) shared.size() / all.size();
    }

    private static Set<String> parts(String text) {
        String start = text.substring(0, Math.min(text.length(), COMPARED));
        String padded = "  " + start.toLowerCase(Locale.ROOT) + " ";
        return IntStream.range(0, padded.length() - 2)
                .mapToObj(i -> padded.substring(i, i + 3))
                .collect(Collectors.toCollection(HashSet::new));
    }
}
