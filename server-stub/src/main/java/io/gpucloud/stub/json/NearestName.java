package io.gpucloud.stub.json;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Finds the known name that is most similar to an unknown one, for error messages. */
public final class NearestName {

    /** A longer name is compared by its start, because the comparison takes time for each character. */
    private static final int COMPARED = 200;

    /** A name with more differences is not a misspelling. */
    private static final int MAX_EDITS = 3;

    private NearestName() {}

    /**
     * Returns the most similar of some names, the first of several that are equally similar. A name is also similar if
     * only its last part is given.
     *
     * @param maxEdits the largest number of letters that may have to change
     * @return the nearest, or empty if none is similar enough
     */
    public static Optional<String> of(Collection<String> known, String wanted, int maxEdits) {
        String start = wanted.substring(0, Math.min(wanted.length(), COMPARED)).toLowerCase(Locale.ROOT);
        ToIntFunction<String> edits = name -> {
            String lastPart = name.substring(name.lastIndexOf('.') + 1);
            return Math.min(distance(start, name.toLowerCase(Locale.ROOT)), 1 + distance(start, lastPart));
        };
        return known.stream().min(Comparator.comparingInt(edits)).filter(name -> edits.applyAsInt(name) <= maxEdits);
    }

    /**
     * Returns the end of a sentence about an unknown name: the known name that was probably meant, if one is spelled
     * almost the same.
     *
     * @return a question, or only a full stop
     */
    public static String suggestion(Collection<String> known, String wanted) {
        return of(known, wanted, Math.min(MAX_EDITS, wanted.length() / 2))
                .map(name -> "; did you mean " + name + "?")
                .orElse(".");
    }

    /** The number of letters to insert, remove, replace or swap with their neighbour, to turn one text into another. */
    public static int distance(String from, String to) {
        int[][] costs = new int[from.length() + 1][to.length() + 1];
        Arrays.setAll(costs[0], j -> j);
        for (int i = 1; i <= from.length(); i++) {
            costs[i][0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = costs[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                costs[i][j] = Math.min(replaced, 1 + Math.min(costs[i - 1][j], costs[i][j - 1]));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    costs[i][j] = Math.min(costs[i][j], 1 + costs[i - 2][j - 2]);
                }
            }
        }
        return costs[from.length()][to.length()];
    }
}
