package io.gpucloud.stub.state;

import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.auth.Sha256;
import io.gpucloud.stub.json.StrictJson;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The settings that two stubs must have in common to exchange their state, by name. */
public final class ExchangeRules {

    private static final String FORMAT = "1";

    private ExchangeRules() {}

    /**
     * The rules of a stub.
     *
     * @return values by setting; {@code format} is the format of snapshots, and {@code stub.seed} a digest of the
     *     contents of the seed
     */
    public static Map<String, String> of(Seeds seeds, Rules rules) {
        Rules.Durations durations = rules.durations();
        return new TreeMap<>(Map.of(
                "format", FORMAT,
                "stub.seed",
                        Sha256.hex(StrictJson.write(seeds.catalog().content()), StrictJson.write(seeds.accounts())),
                "stub.lifecycle.boot", durations.boot() + "s",
                "stub.lifecycle.shutdown", durations.shutdown() + "s",
                "stub.lifecycle.image-upload", durations.imageUpload() + "s",
                "stub.metering.enabled", String.valueOf(rules.metering().enabled()),
                "stub.metering.require-funds", String.valueOf(rules.metering().requireFunds()),
                "stub.observed", String.valueOf(rules.observed()),
                "stub.limits.instances", String.valueOf(rules.maxInstances()),
                "stub.limits.bills", String.valueOf(rules.maxBills())));
    }

    /** Describes the first difference between the rules of another stub and those of this one. */
    public static Optional<String> difference(Map<String, String> theirs, Map<String, String> own) {
        TreeMap<String, String> all = new TreeMap<>(theirs);
        all.putAll(own);
        return all.keySet().stream()
                .filter(setting -> !String.valueOf(theirs.get(setting)).equals(own.get(setting)))
                .findFirst()
                .map(setting -> setting + " " + theirs.getOrDefault(setting, "unknown") + "; this stub has "
                        + own.getOrDefault(setting, "no such setting"));
    }
}
