package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.ErrorCode;
import io.gpucloud.openapi.Response;
import java.math.BigDecimal;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * A response of a service, with assertions. Each assertion throws a {@link ContractViolationError} if it fails.
 *
 * @param call the request
 * @param status the HTTP status
 * @param headers the headers
 * @param received the response as received, with the exact bytes of its body
 * @param text the body, with a replacement character for bytes that are not UTF-8
 * @param json the body as JSON; missing if the body is absent or not JSON
 * @param settings the settings of the run, which switch assumptions about errors off
 * @param profile where the errors that are expected of the service are recorded
 */
public record ServiceResponse(
        Call call,
        int status,
        HttpHeaders headers,
        Response received,
        String text,
        JsonNode json,
        Settings settings,
        StubProfile profile) {

    static ServiceResponse of(
            Call call, int status, HttpHeaders headers, byte[] body, Settings settings, StubProfile profile) {
        String text = new String(body, UTF_8);
        Response received = Response.of(status).headers(headers.map()).body(body);
        return new ServiceResponse(call, status, headers, received, text, json(text), settings, profile);
    }

    static JsonNode json(String text) {
        try {
            return JsonMapper.shared().readTree(text);
        } catch (JacksonException noJson) {
            return MissingNode.getInstance();
        }
    }

    /** A member of the body, missing if it is absent or null. */
    public JsonNode at(String pointer) {
        JsonNode member = json.at(pointer);
        return member.isNull() ? MissingNode.getInstance() : member;
    }

    public List<JsonNode> list(String pointer) {
        return at(pointer).valueStream().toList();
    }

    /** The entry of an array whose member has a value, missing if there is none. */
    public JsonNode find(String pointer, String member, String value) {
        return list(pointer).stream()
                .filter(entry -> entry.path(member).asString("").equals(value))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    /** The first entry of an array of a successful response. The test is skipped if the array is empty or missing. */
    public JsonNode first(String pointer) {
        return succeeds().list(pointer).stream()
                .findFirst()
                .orElseThrow(() -> new TestAbortedException("no entries in " + pointer));
    }

    public String string(String pointer) {
        require(at(pointer).isString(), pointer, "a text", at(pointer), place());
        return at(pointer).stringValue();
    }

    public BigDecimal number(String pointer) {
        require(at(pointer).isNumber(), pointer, "a number", at(pointer), place());
        return at(pointer).decimalValue();
    }

    public boolean isSuccess() {
        return status / 100 == 2 && (!call.isOfService() || at("/code").asInt(1) == 0);
    }

    boolean isRateLimited() {
        return status == 429;
    }

    /** The pause in {@code Retry-After}; 1 s if the header is absent or not a number of seconds, at most 60 s. */
    Duration retryAfter() {
        String asked = headers.firstValue("retry-after").orElse("1");
        return Duration.ofSeconds(asked.matches("[0-9]{1,4}") ? Math.min(Integer.parseInt(asked), 60) : 1);
    }

    boolean hasHeader(String name) {
        return headers.firstValue(name).isPresent();
    }

    /** Whether the body has a {@code code} other than 0. */
    boolean hasErrorCode() {
        return at("/code").isInt() && at("/code").intValue() != 0;
    }

    public ServiceResponse succeeds() {
        require(isSuccess(), "", "success", outcome(), place());
        return this;
    }

    /** Whether the HTTP status and code of an error must be the assumed ones. */
    public boolean isExact(String assumption) {
        return settings.isExact(assumption);
    }

    /** Expects HTTP 200 with a documented code; if {@code refusal-status} is switched off, anything but success. */
    public ServiceResponse failsWith(int code, Source source) {
        return failsWith(200, code, source);
    }

    /** Expects the error of an assumption; if the assumption is switched off, anything but success. */
    public ServiceResponse failsWith(String assumption) {
        ErrorCode error = ApiDocuments.ASSUMPTIONS
                .find(assumption)
                .map(Assumption::error)
                .orElseThrow(() -> new IllegalArgumentException(assumption));
        return failsWith(error.status(), Objects.requireNonNull(error.code()), Source.assumption(assumption));
    }

    /**
     * Expects an error in the usual form: HTTP status, {@code code} and {@code msg}; if its assumption is switched off,
     * anything but success.
     */
    public ServiceResponse failsWith(int expected, int code, Source source) {
        profile.setError(source.assumption(), this);
        if (isExact(source)) {
            boolean same = status == expected
                    && at("/code").asInt(0) == code
                    && at("/msg").isString();
            require(same, "", "HTTP " + expected + " with code " + code + " and msg", outcome(), source);
        } else {
            require(!isSuccess(), "", "an error", outcome(), source);
        }
        return this;
    }

    /**
     * Expects a parameter error in the alternative form; if its assumption is switched off, anything but success.
     *
     * @param field the name of the parameter on the wire, null for a request that cannot be read
     */
    public ServiceResponse rejectsParameter(@Nullable String field, Source source) {
        profile.setError(source.assumption(), this);
        if (!isExact(source)) {
            return failsWith(400, 400, source);
        }
        boolean form = status == 400
                && at("/code").asInt(0) == 400
                && at("/message").isString()
                && at("/data/details").isString();
        String expected = "HTTP 400 in the alternative form" + (field == null ? "" : " for field " + field);
        require(form && field(field), "", expected, outcome(), source);
        return this;
    }

    /** A documented error depends on the assumption that errors have HTTP status 200. */
    private boolean isExact(Source source) {
        return isExact(source.assumption().isEmpty() ? "refusal-status" : source.assumption());
    }

    public ServiceResponse has(String pointer, Object expected, Source source) {
        JsonNode got = at(pointer);
        boolean same = expected instanceof Number number
                ? got.isNumber() && got.decimalValue().compareTo(new BigDecimal(number.toString())) == 0
                : got.equals(JsonMapper.shared().valueToTree(expected));
        require(same, pointer, String.valueOf(expected), got, source);
        return this;
    }

    /** Records what the service shows about an assumption, for a profile of the stub. */
    public void observed(String assumption, Object value) {
        profile.set(assumption, value);
    }

    /** Records that this is the error of an assumption, if it is an error. */
    public void observedError(String assumption) {
        profile.setError(assumption, this);
    }

    /** Whether this is the error that the service has shown for an assumption. Empty if it has shown none. */
    public Optional<Boolean> isObserved(String assumption) {
        return profile.isObserved(assumption, this);
    }

    /** Expects a member to be absent or null. */
    public ServiceResponse lacks(String pointer, Source source) {
        require(at(pointer).isMissingNode(), pointer, "nothing", at(pointer), source);
        return this;
    }

    public ServiceResponse hasHeader(String name, String expected, Source source) {
        List<String> got = headers.allValues(name);
        require(got.equals(List.of(expected)), "header " + name, expected, got.isEmpty() ? "nothing" : got, source);
        return this;
    }

    private boolean field(@Nullable String expected) {
        JsonNode field = at("/data/field");
        return Objects.equals(expected, field.isMissingNode() ? null : field.asString(""));
    }

    private Source place() {
        return Source.contract(call.operation().responseLocation(status));
    }

    private String outcome() {
        return "HTTP " + status + (text.isEmpty() ? " without a body" : " " + text);
    }

    private void require(boolean holds, String where, String expected, Object got, Source source) {
        String what = where.isEmpty() ? call.toString() : call + " " + where;
        String shown = got instanceof MissingNode ? "nothing" : got.toString();
        source.require(holds, what, expected, shown);
    }
}
