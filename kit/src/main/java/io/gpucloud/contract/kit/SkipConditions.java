package io.gpucloud.contract.kit;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The reasons to skip a test. */
public final class SkipConditions {

    static final String READ_ONLY = "--read-only sends only GET requests";
    static final String ADMIN = "needs --admin, to move the clock of a stub and to set faults";

    /** Tag of tests that send requests other than GET. */
    static final String CHANGES = "changes";

    /** Tag of tests that need the {@code /__admin} API of a stub. */
    static final String ADMINISTERS = "admin";

    /** Tag of tests of operations that were observed, but are not documented. */
    static final String OBSERVED = "observed";

    /** Tag of tests whose requests to the public API are derived from the schemas. Never a reason to skip one. */
    static final String DERIVED = "derived";

    private SkipConditions() {}

    /** The reason to skip a test with these tags, empty if it runs. */
    public static Optional<String> reason(Set<String> tags, Settings settings) {
        boolean aboutOne = tags.stream().anyMatch(ApiDocuments.OBSERVED_API::hasOperation);
        if (aboutOne && tags.stream().noneMatch(settings::selects)) {
            return Optional.of("not among --only");
        }
        if (tags.contains(OBSERVED) && !settings.observed()) {
            return Optional.of("needs --observed");
        }
        for (String tag : new TreeSet<>(tags)) {
            if (ApiDocuments.isAssumption(tag) && !settings.assumes(tag)) {
                return Optional.of("assumption " + tag + " is switched off");
            }
        }
        if (tags.contains(Settings.ERRORS) && !settings.assumes(Settings.ERRORS)) {
            return Optional.of("assumptions about errors are switched off");
        }
        if (tags.contains(CHANGES) && settings.readOnly()) {
            return Optional.of(READ_ONLY);
        }
        return tags.contains(ADMINISTERS) && !settings.admin() ? Optional.of(ADMIN) : Optional.empty();
    }
}
