package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An assumption about the service, made where the documentation of the service is silent or contradicts itself. The page
 * {@code docs/reference/assumptions.md} describes each one under its {@link #id()}; a test compares page and constants.
 */
public enum Assumption implements Source {

    // Result codes and HTTP statuses.
    REFUSAL_STATUS(200),
    RENAME_ERROR_STATUS(200),
    UNKNOWN_POD_CODE(200, 1),
    UNKNOWN_POD_TAG_CODE(200, 1),
    UNKNOWN_GPU_CODE(200, 1),
    UNKNOWN_IMAGE_CODE(200, -1),
    IMAGE_NOT_READY_CODE(200, -1),
    NO_CAPACITY_CODE(200, 1),
    INSUFFICIENT_FUNDS_CODE(200, 1),
    ACCOUNT_LIMIT_CODE(200, 1),
    IMAGE_NAME_IN_USE_CODE(200, 1),
    START_REFUSED_CODE(200, -1),
    RESTART_REFUSED_CODE(200, -1),
    TIMER_CANCEL_REFUSED_CODE(200, -1),
    SAVE_DURING_UPLOAD_CODE(200, -1),
    DESTROY_DURING_UPLOAD_CODE(200, -1),
    DELETE_DURING_UPLOAD_CODE(200, -1),
    QUERY_FAILED_CODE(200, -1),
    PARAMETER_ERROR_CODE(400, 400),
    PARAMETER_ERROR_USUAL_CODE(400, 1),
    TIMER_LEAD_TIME_CODE(400, 400),
    UNAUTHORIZED_CODE(401, 2),
    FORBIDDEN_CODE(403, 1),
    NOT_FOUND_CODE(404, 1),
    METHOD_NOT_ALLOWED_CODE(405, 1),
    NOT_ACCEPTABLE_CODE(406, 1),
    REQUEST_TIMEOUT_CODE(408, 1),
    BODY_TOO_LARGE_CODE(413, 1),
    UNSUPPORTED_MEDIA_TYPE_CODE(415, 1),
    RATE_LIMIT_CODE(429, 1),
    SYSTEM_ERROR_CODE(500, -2),

    // Errors in general.
    REFUSAL_EFFECT,
    ERROR_PRECEDENCE,
    PARAMETER_ERROR_MEMBERS,
    MESSAGE_TEXTS,
    OTHER_STATUSES,

    // Keys, accounts and limits.
    MISSING_KEY,
    CHALLENGE_HEADER,
    PERMISSION_SCOPES,
    RATE_LIMITS,
    RETRY_AFTER,
    OTHER_ACCOUNTS,
    BASE_ADDRESS,

    // Requests.
    REQUEST_STRICTNESS,
    BLANK_IDENTIFIERS,
    INTEGER_RANGE,

    // Lists.
    PAGING_DEFAULTS,
    PAGE_NUMBERS,
    MAX_PAGE_SIZE,
    PAGE_ECHO,
    PAGE_BEYOND_END,
    LIST_ORDER,
    OMITTED_FILTERS,
    NAME_FILTER,
    VERSION_FILTERS,
    ORDER_NUMBER_FILTER,
    TRADE_NUMBER_FILTER,
    CHARGE_CHANNEL_FILTER,
    ABSENT_MEMBERS,

    // Status of an instance.
    CREATED_STATUS,
    START_MODE,
    BOOT_TIME,
    START_TIME,
    SHUTDOWN_DURATION,
    STATUS_VALUES,
    STOP_OPERATION,
    REPEATED_CREATE,
    START_RESTART_SHAPE,
    START_STATES,
    RESTART_STATES,
    RESTART_EFFECTS,
    DESTROY_STATES,

    // Other members of an instance.
    INSTANCE_LIST_PAGING,
    INSTANCE_LIST_MEMBERS,
    INSTANCE_TITLE,
    TITLE_LENGTH,
    OMITTED_TITLE,
    RENAME_STATES,
    INSTANCE_IMAGE,
    DEFAULT_POD_TAG,
    SERVER_URL_FORM,

    // Shutdown timer.
    TIMER_UNIT,
    TIMER_ENABLE_OMITTED,
    TIMER_ENABLE_FALSE,
    TIMER_REPLACEMENT,
    TIMER_OFF_FORM,
    TIMER_CLEARED,

    // Images.
    SAVE_IMAGE_MEMBERS,
    DEFAULT_IMAGE_NAME,
    SAVE_IMAGE_STATUS,
    IMAGE_UPLOAD_TIME,
    IMAGE_SIZE,
    IMAGE_POD,
    IMAGE_DELETION,
    ABSENT_COMPONENTS,

    // GPUs and prices.
    GPU_STOCK,
    GPU_STATUS,
    PRICE_PERIODS,
    MONEY_FORMAT,
    BILLED_PRICE,
    CHARGING_TYPE,

    // Billing.
    REQUIRED_FUNDS,
    BILLED_TIME,
    BILLING_ROUNDING,
    CHARGE_ORDER,
    OUT_OF_FUNDS,
    BALANCE_SUM,
    CARD_BALANCE,
    CARD_TEXTS,
    CARD_VALIDITY,
    CARD_PODS;

    /** The page that describes all assumptions. */
    public static final String PAGE = "docs/reference/assumptions.md";

    private static final Map<String, Assumption> BY_ID =
            Arrays.stream(values()).collect(toUnmodifiableMap(Assumption::id, assumption -> assumption));

    private final @Nullable Integer httpStatus;
    private final @Nullable Integer code;

    Assumption() {
        this(null, null);
    }

    Assumption(int httpStatus) {
        this(httpStatus, null);
    }

    Assumption(@Nullable Integer httpStatus, @Nullable Integer code) {
        this.httpStatus = httpStatus;
        this.code = code;
    }

    /**
     * The assumption of a name.
     *
     * @param id the name, such as {@code timer-unit}
     * @return the assumption, empty for an unknown name
     */
    public static Optional<Assumption> of(String id) {
        return Optional.ofNullable(BY_ID.get(id));
    }

    /**
     * The name on the page, in the OpenAPI document, in settings and in reports.
     *
     * @return the name, such as {@code timer-unit}
     */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The HTTP status of the error that the assumption is about.
     *
     * @return the status, empty if the assumption is not about a status
     */
    public Optional<Integer> httpStatus() {
        return Optional.ofNullable(httpStatus);
    }

    /**
     * The result code of the error that the assumption is about.
     *
     * @return the {@code code}, empty if the assumption is not about a code
     */
    public Optional<Integer> code() {
        return Optional.ofNullable(code);
    }

    @Override
    public String cite() {
        return PAGE + "#" + id();
    }
}
