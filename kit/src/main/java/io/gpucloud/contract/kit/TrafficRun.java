package io.gpucloud.contract.kit;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.contract.kit.TrafficFile.Recorded;
import io.gpucloud.openapi.Assumption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Checks recorded traffic against the contract and the assumptions, without any request. */
final class TrafficRun {

    /** Other settings are values of one service, such as the duration of a boot, and contradict nothing. */
    private static final Set<String> COMPARED = Set.of("stub.assumptions.", "stub.paging.", "stub.lifecycle.start");

    private final Settings settings;
    private final TrafficFile traffic;
    private final StubProfile profile;

    private final List<Result> results = new ArrayList<>();

    TrafficRun(Settings settings, TrafficFile traffic) {
        this.settings = settings;
        this.traffic = traffic;
        this.profile = traffic.profile();
    }

    /** Checks all exchanges. {@code target} names the file and the options in the report. */
    Report run(String target) {
        TrafficObservations observations = new TrafficObservations(profile);
        for (Recorded exchange : traffic.exchanges()) {
            ServiceResponse response = exchange.response();
            if (!settings.selects(exchange.call().operation().id())) {
                continue;
            }
            if (response == null) {
                add(exchange.call(), "exchange", List.of(), "no response was recorded", Set.of());
            } else {
                check(response);
                observe(() -> observations.observe(response, exchange.begun()), response.call());
            }
        }
        List<Result> counted = new ArrayList<>();
        results.stream()
                .collect(groupingBy(identity(), LinkedHashMap::new, counting()))
                .forEach((result, number) -> counted.add(number == 1 ? result : result.times(number)));
        return new Report(target, counted, List.of(), "");
    }

    StubProfile profile() {
        return profile;
    }

    private void check(ServiceResponse response) {
        List<Mismatch> mismatches = new ArrayList<>(ContractValidation.mismatches(response));
        if (response.isSuccess()) {
            mismatches.addAll(ContractValidation.acceptedRequest(response.call()));
        }
        String code = response.at("/code").isInt() ? ", code " + response.at("/code") : "";
        add(response.call(), "HTTP " + response.status() + code, mismatches, "", Set.of());
    }

    /** Compares what the exchange shows for the first time with the assumptions. */
    private void observe(Runnable observation, Call call) {
        Set<String> before = profile.values().keySet();
        observation.run();
        Map<String, String> after = profile.values();
        ApiDocuments.assumptions()
                .forEach(assumption -> StubProfile.setting(assumption.name())
                        .filter(name -> after.containsKey(name) && !before.contains(name))
                        .filter(name -> COMPARED.stream().anyMatch(name::startsWith))
                        .ifPresent(name -> compare(call, assumption, Objects.requireNonNull(after.get(name)))));
    }

    private void compare(Call call, Assumption assumption, String observed) {
        String name = assumption.name();
        String assumed = assumption.defaultOf(assumption.settings().get(0));
        String source = Source.assumption(name).place();
        Mismatch mismatch = new Mismatch(call + ", " + assumption.question(), assumed, observed, source);
        List<Mismatch> mismatches = observed.equals(assumed) ? List.of() : List.of(mismatch);
        String off = settings.isExact(name) ? "" : "assumption " + name + " is switched off";
        add(call, "assumption " + name, mismatches, off, Set.of(name));
    }

    private void add(Call call, String fact, List<Mismatch> mismatches, String skipped, Set<String> tags) {
        Outcome outcome = !skipped.isEmpty() ? Outcome.SKIPPED : mismatches.isEmpty() ? Outcome.HELD : Outcome.DIFFERS;
        List<Mismatch> masked = outcome == Outcome.DIFFERS
                ? mismatches.stream().map(profile.secrets()::mask).toList()
                : List.of();
        results.add(new Result(
                call.operation().id(), fact, outcome, masked, profile.secrets().mask(skipped), tags));
    }
}
