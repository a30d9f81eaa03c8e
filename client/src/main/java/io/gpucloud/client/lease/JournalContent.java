package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The content of a journal file: its state, and the numbers of the unreadable lines. */
record JournalContent(JournalState state, List<Integer> damagedLines) {

    /** A larger file is not read: no program writes so much, and the memory may not suffice. */
    private static final long LARGEST = 64L * 1024 * 1024;

    /** The content of a file that cannot be read at all, as line 0. */
    static JournalContent unreadable() {
        return new JournalContent(new JournalState(), List.of(0));
    }

    /**
     * Reads a file. A last line without a line feed is ignored: the program ended while it wrote that line, so it has not acted on it.
     */
    static JournalContent read(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new IOException("it has more than " + LARGEST + " bytes");
        }
        // A damaged byte must not make the other lines unreadable.
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        JournalState state = new JournalState();
        List<Integer> damaged = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!JournalLineCodec.isIntact(line) || !apply(line, state)) {
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
