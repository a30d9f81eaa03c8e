package io.gpucloud.contract.coverage;

import io.gpucloud.contract.kit.Spec;
import io.gpucloud.contract.kit.SpecOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What was seen of the contract, and what was not. */
final class Coverage {

    /** Who saw something. */
    enum Witness {
        /** The kit. */
        KIT,
        /** The kit, but by a fault. */
        FAULT,
        /** A pact. */
        PACT
    }

    private final Exceptions exceptions;
    private final Map<Cell, Set<Witness>> cells = new LinkedHashMap<>();
    private final Set<Sight> wanted = new LinkedHashSet<>();
    private final Set<Sight> seen = new LinkedHashSet<>();

    Coverage(Exceptions exceptions) {
        this.exceptions = exceptions;
        for (SpecOperation operation : operations()) {
            JsonNode described = operation.place().node();
            for (Outcome outcome : Outcome.values()) {
                if (outcome.isDocumented(described)) {
                    cells.put(new Cell(operation.id(), outcome), new TreeSet<>());
                }
            }
            Schema.ofSuccess(operation).sights(operation.id(), "", wanted::add);
        }
    }

    static List<SpecOperation> operations() {
        return List.copyOf(Spec.PUBLIC.operations().values());
    }

    /** Takes an answer to a request of an operation. */
    void saw(SpecOperation operation, int status, JsonNode body, Witness witness) {
        Outcome.of(status, body)
                .map(outcome -> cells.get(new Cell(operation.id(), outcome)))
                .ifPresent(witnesses -> witnesses.add(witness));
        if (status == 200) {
            Schema.ofSuccess(operation).look(operation.id(), "", body, sight -> see(sight, witness));
        }
    }

    /** What a pact leaves out it may only not look at. */
    private void see(Sight sight, Witness witness) {
        if (witness != Witness.PACT || sight.what() != Sight.What.ABSENT) {
            seen.add(sight);
        }
    }

    /** Who saw an answer; nothing if it is not documented. */
    Optional<Set<Witness>> witnesses(Cell cell) {
        return Optional.ofNullable(cells.get(cell));
    }

    /** Whether nothing but a fault brings it about. */
    boolean isByFaultAlone(Cell cell) {
        return witnesses(cell).orElse(Set.of()).contains(Witness.FAULT)
                && !witnesses(cell).orElse(Set.of()).contains(Witness.KIT);
    }

    List<Cell> cells() {
        return List.copyOf(cells.keySet());
    }

    Set<Sight> wanted() {
        return wanted;
    }

    boolean isSeen(Sight sight) {
        return seen.contains(sight);
    }

    /** What was not seen and has no reason not to be. */
    List<String> uncovered() {
        return Stream.concat(unseenCells(), unseenSights())
                .filter(Predicate.not(exceptions::excuse))
                .toList();
    }

    /** Exceptions for what was seen after all, or for what there is not. */
    List<String> needlessExceptions() {
        List<String> missing = Stream.concat(unseenCells(), unseenSights()).toList();
        return exceptions.patterns().stream()
                .filter(pattern -> missing.stream().noneMatch(what -> Exceptions.fits(pattern, what)))
                .toList();
    }

    private Stream<String> unseenCells() {
        List<String> unseen = new ArrayList<>();
        cells.forEach((cell, witnesses) -> {
            if (witnesses.isEmpty()) {
                unseen.add(cell.toString());
            }
        });
        return unseen.stream();
    }

    private Stream<String> unseenSights() {
        return wanted.stream().filter(sight -> !isSeen(sight)).map(Sight::toString);
    }
}
