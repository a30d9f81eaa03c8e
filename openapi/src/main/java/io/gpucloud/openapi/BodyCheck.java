package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

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

/** Checks the body of a request or a response. */
record BodyCheck(Schemas schemas, Where where, Where headersWhere) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Jackson ends some messages with the place of an object's start, in a source that it does not show. */
    private static final Pattern PLACE = Pattern.compile(" \\(start marker at \\[.*");

    private static final Pattern OTHER_CHARSET = Pattern.compile(";\\s*charset=(?!\"?utf-8\"?\\s*(;|$))");

    List<Finding> findings(OpenApiContent described, Message<?> message) {
        String declared =
                message.header("Content-Type").stream().findFirst().orElse("").toLowerCase(Locale.ROOT);
        Optional<OpenApiMediaType> content = described.mediaType(declared);
        List<Finding> findings = new ArrayList<>();
        if (content.isEmpty()) {
            findings.add(wrongType(described, declared));
        } else if (OTHER_CHARSET.matcher(declared).find()) {
            findings.add(headersWhere.finding("Content-Type", "JSON is UTF-8", described.node()));
        }
        content.filter(mediaType -> isJson(declared))
                .ifPresent(mediaType -> findings.addAll(json(mediaType, message.body())));
        return findings;
    }

    private Finding wrongType(OpenApiContent described, String declared) {
        String expected =
                described.mediaTypes().stream().map(OpenApiMediaType::name).collect(joining(" or "));
        String message = declared.isEmpty()
                ? "is missing; the body must be " + expected
                : "is " + declared + " instead of " + expected;
        return headersWhere.finding("Content-Type", message, described.node());
    }

    /** Whether a body is an envelope whose code says that the operation failed. */
    static boolean isRefusal(byte[] body) {
        try {
            return read(body).path("code").asInt(0) != 0;
        } catch (CharacterCodingException | JacksonException unreadable) {
            return false;
        }
    }

    private List<Finding> json(OpenApiMediaType mediaType, byte[] body) {
        try {
            return schemas.findings(mediaType.schema(), read(body), where, "");
        } catch (CharacterCodingException notText) {
            return List.of(where.finding("", "is not UTF-8", mediaType.node()));
        } catch (JacksonException notJson) {
            String reason = notJson.getOriginalMessage().lines().findFirst().orElse("");
            String message = "is not JSON: " + PLACE.matcher(reason).replaceFirst("");
            return List.of(where.finding("", message, mediaType.node()));
        }
    }

    private static JsonNode read(byte[] body) throws CharacterCodingException {
        return JSON.readTree(UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    }

    private static boolean isJson(String contentType) {
        return contentType.matches("application/([a-z0-9.+-]+\\+)?json\\b.*");
    }
}
