package io.gpucloud.stub.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds the known name that is most like an unknown one, for error messages. */
public final class NearestName {

    /** A longer name is compared by its start, because the comparison takes time for each character. */
    private static final int COMPARED = 200;

    private NearestName() {}

    /**
     * Returns the name that shares the most parts of three letters.
     *
     * @param known the known names
     * @param wanted the unknown name
     * @return the nearest, or empty if no name is known
     */
    public static Optional<String> of(Collection<String> known, String wanted) {
        return known.stream().max(Comparator.comparingDouble(name -> likeness(name, wanted)));
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
