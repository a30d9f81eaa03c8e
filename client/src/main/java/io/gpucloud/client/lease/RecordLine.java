package io.gpucloud.client.lease;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A line of the journal: a {@link LeaseRecord} as JSON, or the {@link JournalProcess} that wrote the file, as its first
 * line. The last member, {@code crc}, is the CRC-32 of all that precedes the comma before it, as 8 hexadecimal digits.
 */
final class RecordLine {

    private static final int VERSION = 2;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private RecordLine() {}

    /** The line of a record or of a process, with its line feed. */
    static String encode(Record value) {
        String text = MAPPER.<ObjectNode>valueToTree(value).put("v", VERSION).toString();
        String content = text.substring(0, text.length() - 1);
        CRC32 crc = new CRC32();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return "%s,\"crc\":\"%08x\"}\n".formatted(content, crc.getValue());
    }

    /**
     * The record of a line without its line feed. Empty if the line is damaged, of another version, or about a record
     * that contradicts itself: this version writes no such line.
     */
    static Optional<LeaseRecord> decode(String line) {
        return decode(line, LeaseRecord.class).filter(LeaseRecord::isConsistent);
    }

    static Optional<JournalProcess> decodeProcess(String line) {
        return decode(line, JournalProcess.class);
    }

    private static <R extends Record> Optional<R> decode(String line, Class<R> type) {
        try {
            return Optional.ofNullable(MAPPER.readValue(line, type))
                    .filter(value -> encode(value).equals(line + '\n'));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }
}
