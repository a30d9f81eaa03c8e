package io.gpucloud.stub.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds the known name that is most similar to an unknown one, for error messages. */
public final class NearestName {

    /** A longer name is compared by its start, because the comparison takes time for each character. */
    private static final int COMPARED = 200;

    /** A name with more differences is not a misspelling. */
    private static final int MAX_EDITS = 3;

    private NearestName() {}

    /**
     * Returns the name that shares the most parts of three letters.
     *
     * @return the nearest, or empty if no name is known
     */
    public static Optional<String> of(Collection<String> known, String wanted) {
        return known.stream().max(Comparator.comparingDouble(name -> likeness(name, wanted)));
    }

    /**
     * Returns the end of a sentence about an unknown name: the known name that was probably meant, if one is spelled almost the same.
     *
     * @return a question, or only a full stop
     */
    public static String suggestion(Collection<String> known, String wanted) {
        int edits = Math.min(MAX_EDITS, wanted.length() / 2);
        return of(known, wanted)
                .filter(name -> name.length() <= wanted.length() + edits && wanted.length() <= name.length() + edits)
                .filter(name -> edits(name, wanted) <= edits)
                .map(name -> "; did you mean " + name + "?")
                .orElse(".");
    }

    /** The number of characters to insert, delete or replace (Levenshtein). */
    private static int edits(String one, String other) {
        int[] before = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[before.length];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[other.length()];
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
