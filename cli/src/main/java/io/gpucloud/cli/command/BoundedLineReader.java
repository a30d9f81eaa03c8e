package io.gpucloud.cli.command;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads the messages of a client, one a line, without keeping more of a line than the longest message has. */
public final class BoundedLineReader {

    private final InputStream input;
    private final int longest;

    /** {@code longest}: the length of the longest message, in bytes. */
    public BoundedLineReader(InputStream input, int longest) {
        this.input = new BufferedInputStream(input);
        this.longest = longest;
    }

    /**
     * Reads a line with its end. Of a line that is {@linkplain #isTooLong too long}, only the beginning.
     *
     * @return empty at the end of the input
     */
    public byte[] readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = input.read();
        while (next >= 0) {
            if (line.size() <= longest) {
                line.write(next);
            }
            next = next == '\n' ? -1 : input.read();
        }
        return line.toByteArray();
    }

    public boolean isTooLong(byte[] line) {
        return line.length > longest;
    }

    /** The reason in the error for a line that is too long. */
    public String tooLong() {
        return "a message must have " + longest + " bytes or less";
    }
}
