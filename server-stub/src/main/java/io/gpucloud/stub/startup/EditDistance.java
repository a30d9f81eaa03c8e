package io.gpucloud.stub.startup;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that is most similar to a misspelled one. */
final class EditDistance {

    private EditDistance() {}

    /**
     * Returns the most similar of some names, the first of several that are equally similar. A name is also similar if only its last part
     * is given. Returns empty if more than half of the letters would have to change.
     */
    static Optional<String> nearest(String given, List<String> names) {
        String wanted = given.toLowerCase(Locale.ROOT);
        int best = Math.max(1, wanted.length() / 2) + 1;
        String found = null;
        for (String name : names) {
            int distance =
                    Math.min(distance(wanted, name), 1 + distance(wanted, name.substring(name.lastIndexOf('.') + 1)));
            if (distance < best) {
                best = distance;
                found = name;
            }
        }
        return Optional.ofNullable(found);
    }

    /** The number of letters to insert, remove, replace or swap with their neighbour, to turn one text into another. */
    static int distance(String from, String to) {
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
