package io.gpucloud.client.lease;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The lines of a journal file. Each is a JSON object whose last member, {@code crc}, is the CRC-32 of all that precedes the comma before
 * it, as 8 hexadecimal digits.
 */
final class JournalLineCodec {

    private static final int VERSION = 1;
    private static final String CHECKSUM = ",\"crc\":\"";
    private static final int CHECKSUM_LENGTH = CHECKSUM.length() + 10;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private JournalLineCodec() {}

    /** The line of a record, with its line feed. */
    static String encode(JournalRecord record) {
        ObjectNode json = MAPPER.valueToTree(record);
        String text = json.put("v", VERSION).toString();
        String content = text.substring(0, text.length() - 1);
        return content + CHECKSUM + checksum(content) + "\"}\n";
    }

    /** The record of a line; empty if it is damaged, or this version of the client cannot read it. */
    static Optional<JournalRecord> decode(String line) {
        int end = line.length() - CHECKSUM_LENGTH;
        if (end <= 0 || !line.substring(end).equals(CHECKSUM + checksum(line.substring(0, end)) + "\"}")) {
            return Optional.empty();
        }
        try {
            JsonNode json = MAPPER.readTree(line);
            return json.path("v").asInt(0) == VERSION
                    ? Optional.of(MAPPER.treeToValue(json, JournalRecord.class))
                    : Optional.empty();
        } catch (JacksonException unknown) {
            return Optional.empty();
        }
    }

    private static String checksum(String content) {
        CRC32 crc = new CRC32();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }
}
