package io.gpucloud.contract.coverage;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.openapi.OpenApiOperation;
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

/** Which documented responses and which states of their members the kit and the pacts cover. */
final class Coverage {

    /** Where a response comes from. */
    enum Source {
        /** The kit called the operation. */
        KIT,
        /** The kit called the operation while a fault was set. */
        FAULT,
        /** A pact expects it. */
        PACT
    }

    private final CoverageExceptions exceptions;
    private final Map<CoverageCell, Set<Source>> cells = new LinkedHashMap<>();
    private final Set<MemberCase> wanted = new LinkedHashSet<>();
    private final Set<MemberCase> seen = new LinkedHashSet<>();

    Coverage(CoverageExceptions exceptions) {
        this.exceptions = exceptions;
        for (OpenApiOperation operation : operations()) {
            JsonNode described = operation.node().value();
            for (DocumentedResponse outcome : DocumentedResponse.values()) {
                if (outcome.isDocumented(described)) {
                    cells.put(new CoverageCell(operation.id(), outcome), new TreeSet<>());
                }
            }
            MemberCases.possible(operation, wanted::add);
        }
    }

    static List<OpenApiOperation> operations() {
        return ApiDocuments.PUBLIC_API.operations();
    }

    /** Records a response of an operation. */
    void saw(OpenApiOperation operation, int status, JsonNode body, Source source) {
        DocumentedResponse.of(status, body)
                .map(outcome -> cells.get(new CoverageCell(operation.id(), outcome)))
                .ifPresent(sources -> sources.add(source));
        if (status == 200) {
            MemberCases.seen(operation, body, member -> see(member, source));
        }
    }

    /** A member that a pact leaves out may still be in the response, so a pact does not prove that it can be absent. */
    private void see(MemberCase member, Source source) {
        if (source != Source.PACT || member.state() != MemberCase.State.ABSENT) {
            seen.add(member);
        }
    }

    /** The sources of a documented response; empty if the response is not documented. */
    Optional<Set<Source>> sources(CoverageCell cell) {
        return Optional.ofNullable(cells.get(cell));
    }

    /** Whether the kit saw the response only while a fault was set. */
    boolean isOnlyByFault(CoverageCell cell) {
        return sources(cell).orElse(Set.of()).contains(Source.FAULT)
                && !sources(cell).orElse(Set.of()).contains(Source.KIT);
    }

    List<CoverageCell> cells() {
        return List.copyOf(cells.keySet());
    }

    Set<MemberCase> wanted() {
        return wanted;
    }

    boolean isSeen(MemberCase member) {
        return seen.contains(member);
    }

    /** The responses and members that are neither covered nor listed in {@code coverage-exceptions.txt}. */
    List<String> uncovered() {
        return Stream.concat(unseenCells(), unseenMembers())
                .filter(Predicate.not(exceptions::excuse))
                .toList();
    }

    /** The exceptions that match nothing that is uncovered. */
    List<String> needlessExceptions() {
        List<String> missing = Stream.concat(unseenCells(), unseenMembers()).toList();
        return exceptions.patterns().stream()
                .filter(pattern -> missing.stream().noneMatch(what -> CoverageExceptions.fits(pattern, what)))
                .toList();
    }

    private Stream<String> unseenCells() {
        List<String> unseen = new ArrayList<>();
        cells.forEach((cell, sources) -> {
            if (sources.isEmpty()) {
                unseen.add(cell.toString());
            }
        });
        return unseen.stream();
    }

    private Stream<String> unseenMembers() {
        return wanted.stream().filter(member -> !isSeen(member)).map(MemberCase::toString);
    }
}
