package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Destroyed;
import io.gpucloud.client.lease.JournalRecord.Kept;
import io.gpucloud.client.lease.JournalRecord.NotCreated;
import io.gpucloud.client.lease.JournalRecord.Owned;
import io.gpucloud.client.lease.JournalRecord.Unknown;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The text form of a record: a JSON object on one line. Its last member, {@code crc}, is the CRC-32 of all that precedes the comma
 * before it, as 8 hexadecimal digits.
 */
final class JournalLineCodec {

    private static final int VERSION = 1;
    private static final String CHECKSUM = ",\"crc\":\"";
    private static final int CHECKSUM_LENGTH = CHECKSUM.length() + 10;

    private JournalLineCodec() {}

    /** The line of a record, with its line feed. */
    static String encode(JournalRecord record) {
        String json = json(record).toString();
        String content = json.substring(0, json.length() - 1);
        return content + CHECKSUM + checksum(content) + "\"}\n";
    }

    /** Whether a line is as it was written. */
    static boolean isIntact(String line) {
        int end = line.length() - CHECKSUM_LENGTH;
        return end > 0 && line.substring(end).equals(CHECKSUM + checksum(line.substring(0, end)) + "\"}");
    }

    /**
     * The record of an intact line.
     *
     * @throws IllegalArgumentException if it has another version or an unknown type
     */
    static JournalRecord decode(String line) {
        JsonNode json;
        try {
            json = JsonMapper.shared().readTree(line);
        } catch (JacksonException noJson) {
            throw new IllegalArgumentException("not JSON", noJson);
        }
        if (json.path("v").asInt(0) != VERSION) {
            throw new IllegalArgumentException("version " + json.path("v"));
        }
        Instant at = Instant.ofEpochMilli(json.path("at").asLong(0));
        return switch (json.path("type").asString("")) {
            case "creating" -> creating(json, at);
            case "owned" -> owned(json, at);
            case "not-created" -> new NotCreated(at, text(json, "attempt"));
            case "unknown" -> new Unknown(at, text(json, "attempt"));
            case "destroyed" -> new Destroyed(at, text(json, "instance_uuid"));
            case "kept" -> new Kept(at, text(json, "instance_uuid"));
            default -> throw new IllegalArgumentException("type " + json.path("type"));
        };
    }

    private static ObjectNode json(JournalRecord record) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("v", VERSION).put("type", type(record)).put("at", record.at().toEpochMilli());
        if (record instanceof Creating creating) {
            put(json, creating);
        } else if (record instanceof Owned owned) {
            put(json, owned);
        } else if (record instanceof NotCreated failed) {
            json.put("attempt", failed.attempt());
        } else if (record instanceof Unknown unknown) {
            json.put("attempt", unknown.attempt());
        } else if (record instanceof Destroyed destroyed) {
            json.put("instance_uuid", destroyed.instanceUuid());
        } else if (record instanceof Kept kept) {
            json.put("instance_uuid", kept.instanceUuid());
        }
        return json;
    }

    private static String type(JournalRecord record) {
        String name = record.getClass().getSimpleName();
        return record instanceof NotCreated
                ? "not-created"
                : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static void put(ObjectNode json, Owned owned) {
        json.put("instance_uuid", owned.instanceUuid());
        putUnlessNull(json, "attempt", owned.attempt());
        put(json, owned.terms());
        if (owned.endsAt() != null) {
            json.put("ends_at", owned.endsAt().toEpochMilli());
        }
        if (owned.handedOver()) {
            json.put("handed_over", true);
        }
    }

    private static Owned owned(JsonNode json, Instant at) {
        JsonNode end = json.get("ends_at");
        return new Owned(
                at,
                text(json, "instance_uuid"),
                textOrNull(json, "attempt"),
                terms(json),
                end == null ? null : Instant.ofEpochMilli(end.asLong(0)),
                json.path("handed_over").asBoolean(false));
    }

    private static void put(ObjectNode json, LeaseTerms terms) {
        putUnlessNull(json, "tag", terms.tag());
        if (terms.lifetime() != null) {
            json.put("lifetime", terms.lifetime().toSeconds());
        }
    }

    private static LeaseTerms terms(JsonNode json) {
        JsonNode lifetime = json.get("lifetime");
        return new LeaseTerms(
                textOrNull(json, "tag"), lifetime == null ? null : Duration.ofSeconds(lifetime.asLong(0)));
    }

    private static void put(ObjectNode json, Creating creating) {
        InstanceRequest request = creating.request();
        json.put("attempt", creating.attempt());
        putUnlessNull(json, "pod_uuid", request.podUuid());
        putUnlessNull(json, "pod_tag", request.podTag());
        putUnlessNull(json, "image_uuid", request.imageUuid());
        json.put("gpu_uuid", request.gpuUuid()).put("gpu_nums", request.gpuCount());
        putUnlessNull(json, "title", creating.title());
        put(json, creating.terms());
        creating.before().stream().sorted().forEach(json.putArray("before")::add);
    }

    private static Creating creating(JsonNode json, Instant at) {
        InstanceRequest request = new InstanceRequest(
                textOrNull(json, "pod_uuid"),
                textOrNull(json, "pod_tag"),
                textOrNull(json, "image_uuid"),
                text(json, "gpu_uuid"),
                json.path("gpu_nums").asInt(0));
        Set<String> before = new LinkedHashSet<>();
        json.path("before").forEach(uuid -> before.add(uuid.asString()));
        return new Creating(at, text(json, "attempt"), request, before, textOrNull(json, "title"), terms(json));
    }

    private static void putUnlessNull(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    private static @Nullable String textOrNull(JsonNode json, String name) {
        JsonNode value = json.get(name);
        return value == null ? null : value.asString();
    }

    private static String text(JsonNode json, String name) {
        JsonNode value = json.get(name);
        if (value == null || !value.isString()) {
            throw new IllegalArgumentException("no " + name);
        }
        return value.asString();
    }

    private static String checksum(String content) {
        CRC32 crc = new CRC32();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }
}
