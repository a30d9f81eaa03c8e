package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.openapi.Finding.Where;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the body of a request or a response.
 *
 * @param contract the contract
 * @param schemas its schemas
 * @param where which of the two bodies
 * @param headersWhere where a wrong content type is found
 */
record BodyCheck(Contract contract, Schemas schemas, Where where, Where headersWhere) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final Pattern OTHER_CHARSET = Pattern.compile(";\\s*charset=(?!\"?utf-8\"?\\s*(;|$))");

    /** What is wrong with a body whose media types are described under {@code content} of a place. */
    List<Finding> findings(Place described, Headers headers, byte[] body) {
        String declared =
                headers.all("Content-Type").stream().findFirst().orElse("").toLowerCase(Locale.ROOT);
        Optional<Place> content = mediaType(described, declared);
        List<Finding> findings = new ArrayList<>();
        if (content.isEmpty()) {
            findings.add(wrongType(described, declared));
        } else if (OTHER_CHARSET.matcher(declared).find()) {
            findings.add(new Finding(headersWhere, "Content-Type", "JSON is UTF-8", cite(described)));
        }
        content.filter(place -> isJson(declared)).ifPresent(place -> findings.addAll(json(place, body)));
        return findings;
    }

    /** The description of a media type, if the content type names one of those described. */
    static Optional<Place> mediaType(Place described, String contentType) {
        String mediaType = contentType.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        return described.at("content").children().entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(mediaType))
                .map(entry -> entry.getValue())
                .findFirst();
    }

    private Finding wrongType(Place described, String declared) {
        String expected = String.join(" or ", described.at("content").children().keySet());
        String message = declared.isEmpty()
                ? "is missing beside a body of " + expected
                : "is " + declared + " instead of " + expected;
        return new Finding(headersWhere, "Content-Type", message, cite(described));
    }

    /** Whether a body is an envelope whose code says that the operation failed. */
    static boolean isRefusal(byte[] body) {
        try {
            return read(body).path("code").asInt(0) != 0;
        } catch (CharacterCodingException | JacksonException unreadable) {
            return false;
        }
    }

    private List<Finding> json(Place mediaType, byte[] body) {
        try {
            return schemas.findings(mediaType.at("schema"), read(body), where, "");
        } catch (CharacterCodingException notText) {
            return List.of(new Finding(where, "", "is not UTF-8", cite(mediaType)));
        } catch (JacksonException notJson) {
            String reason = notJson.getOriginalMessage().lines().findFirst().orElse("");
            return List.of(new Finding(where, "", "is not JSON: " + reason, cite(mediaType)));
        }
    }

    private static JsonNode read(byte[] body) throws CharacterCodingException {
        return JSON.readTree(UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    }

    private static boolean isJson(String contentType) {
        return contentType.matches("application/([a-z0-9.+-]+\\+)?json\\b.*");
    }

    private String cite(Place place) {
        return contract.cite(place.pointer());
    }
}
