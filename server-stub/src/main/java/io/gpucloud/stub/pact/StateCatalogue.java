package io.gpucloud.stub.pact;

import io.gpucloud.stub.admin.ProblemException;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.json.NearestName;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;

/** All provider states, found by their names. */
final class StateCatalogue {

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
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.UNPROCESSABLE_CONTENT,
                        "state",
                        "unknown state; the nearest is \""
                                + NearestName.of(stateNames(), wanted, Integer.MAX_VALUE)
                                        .orElseThrow() + "\". Known are: " + names()));
    }

    private String names() {
        return String.join("; ", stateNames());
    }

    private List<String> stateNames() {
        return states.stream().map(StateDefinition::name).toList();
    }
}
