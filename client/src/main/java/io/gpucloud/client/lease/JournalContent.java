package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The content of a journal file: its state, and the numbers of the unreadable lines. */
record JournalContent(JournalState state, List<Integer> damagedLines) {

    /**
     * Reads a file. A damaged last line is ignored: the program ended while it wrote that line, so it has not acted on it.
     */
    static JournalContent read(Path file) throws IOException {
        // A damaged byte must not make the other lines unreadable.
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        List<String> lines = text.lines().toList();
        JournalState state = new JournalState();
        List<Integer> damaged = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean intact = JournalLineCodec.isIntact(line);
            boolean unfinished = !intact && i == lines.size() - 1;
            if (!unfinished && !(intact && apply(line, state))) {
                damaged.add(i + 1);
            }
        }
        return new JournalContent(state, List.copyOf(damaged));
    }

    /** Returns false if this version of the client cannot read the line. */
    private static boolean apply(String line, JournalState state) {
        try {
            state.apply(JournalLineCodec.decode(line));
            return true;
        } catch (IllegalArgumentException unreadable) {
            return false;
        }
    }
}
