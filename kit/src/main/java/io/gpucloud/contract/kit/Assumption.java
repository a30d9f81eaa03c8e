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
    /** A documented code other than 0: see Documented codes. */
    REFUSAL_STATUS(200),
    /** {@code updateInstanceTitle} has an invalid body. */
    RENAME_ERROR_STATUS(200),
    /** The pod of a create request does not exist. */
    UNKNOWN_POD_CODE(200, 1),
    /** The pod has no such tag. */
    UNKNOWN_POD_TAG_CODE(200, 1),
    /** The GPU model of a create request does not exist. */
    UNKNOWN_GPU_CODE(200, 1),
    /** The image of a create request does not exist. */
    UNKNOWN_IMAGE_CODE(200, -1),
    /** The image of a create request is a private image whose upload has not succeeded. */
    IMAGE_NOT_READY_CODE(200, -1),
    /** Not enough GPUs of the model are free (create, start). */
    NO_CAPACITY_CODE(200, 1),
    /** Balance and cards do not suffice (create, start). */
    INSUFFICIENT_FUNDS_CODE(200, 1),
    /** The account has as many instances ({@code stub.limits.instances}) or private images (1,000) as it may have. */
    ACCOUNT_LIMIT_CODE(200, 1),
    /** {@code image_name} of a save is the name of another image. */
    IMAGE_NAME_IN_USE_CODE(200, 1),
    /** {@code startInstance} of a missing instance, or of one that is not shut down. */
    START_REFUSED_CODE(200, -1),
    /** {@code restartInstance} of a missing instance, or of one that is not running. */
    RESTART_REFUSED_CODE(200, -1),
    /** The timer of an instance that is not running is cancelled. */
    TIMER_CANCEL_REFUSED_CODE(200, -1),
    /** An instance is saved while an image of it uploads. */
    SAVE_DURING_UPLOAD_CODE(200, -1),
    /** An instance is destroyed while an image of it uploads. */
    DESTROY_DURING_UPLOAD_CODE(200, -1),
    /** A private image is deleted while it uploads. */
    DELETE_DURING_UPLOAD_CODE(200, -1),
    /** A list or the balance cannot be read. */
    QUERY_FAILED_CODE(200, -1),
    /** The body or a query parameter is invalid. */
    PARAMETER_ERROR_CODE(400, 400),
    /** The same, in the usual form. The stub sends it only as a fault. */
    PARAMETER_ERROR_USUAL_CODE(400, 1),
    /** {@code shutdown_time} is less than 5 minutes ahead, or negative. */
    TIMER_LEAD_TIME_CODE(400, 400),
    /** The API key is missing, unknown, disabled or expired, or the header is malformed. */
    UNAUTHORIZED_CODE(401, 2),
    /** The key has no permission for the operation, or it would open more accounts than {@code stub.tenants.max}. */
    FORBIDDEN_CODE(403, 1),
    /** No operation has this path. */
    NOT_FOUND_CODE(404, 1),
    /** The path exists for another method. {@code Allow} names it. */
    METHOD_NOT_ALLOWED_CODE(405, 1),
    /** {@code Accept} excludes JSON. */
    NOT_ACCEPTABLE_CODE(406, 1),
    /** The body does not arrive in time (30 s). */
    REQUEST_TIMEOUT_CODE(408, 1),
    /** The body exceeds {@code stub.limits.max-body} (64 KB). */
    BODY_TOO_LARGE_CODE(413, 1),
    /** The body is not {@code application/json}. */
    UNSUPPORTED_MEDIA_TYPE_CODE(415, 1),
    /** Too many requests of a key. */
    RATE_LIMIT_CODE(429, 1),
    /** The service fails. */
    SYSTEM_ERROR_CODE(500, -2),

    // Errors in general.
    /**
     * A request changed nothing if its response has HTTP 4xx, or a {@code code} other than 0 and -2. After {@code
     * code} -2 or HTTP 5xx its effect is unknown.
     */
    REFUSAL_EFFECT,
    /**
     * If several errors apply, the first of this order is returned: path, method, key, permission, request rate, media
     * types, body size, body content, existence, status, values compared with the clock, business rules.
     */
    ERROR_PRECEDENCE,
    /**
     * All three are strings. {@code field} is the name of the first invalid member in schema order, and absent if the
     * body is unreadable.
     */
    PARAMETER_ERROR_MEMBERS,
    /** {@code msg} has the texts of Messages. */
    MESSAGE_TEXTS,
    /** The {@code msg} of a rejection with {@code code} 1 says that money or capacity is missing in the words of Keywords. */
    REJECTION_KEYWORDS,
    /** The service sends only the HTTP statuses that the page lists. Proxies may send others, with any body. */
    OTHER_STATUSES,

    // Keys, accounts and limits.
    /** A request without a key is rejected in the same way. */
    MISSING_KEY,
    /** Every 401 has the header {@code WWW-Authenticate: Bearer}. */
    CHALLENGE_HEADER,
    /** A key has full permission or may only read ({@code GET}). */
    PERMISSION_SCOPES,
    /** None by default. With a limit, each key is counted separately and public operations are not limited. */
    RATE_LIMITS,
    /** Every 429 has it, in whole seconds, at least 1. */
    RETRY_AFTER,
    /** Instances and images of another account behave as if they did not exist. */
    OTHER_ACCOUNTS,
    /** HTTPS, without a prefix before {@code /api/open/v2}. The stub serves HTTP. */
    BASE_ADDRESS,

    // Requests.
    /**
     * A body is UTF-8 JSON without duplicate members. Values are not converted ({@code "1"} is not 1). A query
     * parameter is given once. Unknown members are ignored.
     */
    REQUEST_STRICTNESS,
    /** {@code null} for an optional member of a body is a parameter error. */
    NULL_MEMBERS,
    /** An empty or blank identifier in a request is a parameter error, whatever its name. */
    BLANK_IDENTIFIERS,
    /**
     * Integers have 32 bits, timestamps 64. A larger value is a parameter error. A number whose fraction is zero, such as {@code 1.0},
     * is an integer.
     */
    INTEGER_RANGE,

    // Lists.
    /** {@code page} and {@code page_size} may be left out everywhere. Defaults: 1 and 20. */
    PAGING_DEFAULTS,
    /**
     * {@code page} and {@code page_size} are whole numbers from 1 to 999,999,999 without leading zeros. Anything else
     * is a parameter error.
     */
    PAGE_NUMBERS,
    /** A larger {@code page_size} is reduced to the maximum, without an error. */
    MAX_PAGE_SIZE,
    /** They are the values that were used. */
    PAGE_ECHO,
    /** A page after the last one is empty and has the right {@code total}. */
    PAGE_BEYOND_END,
    /** Newest first. Pods, GPU models and market images have a fixed order. */
    LIST_ORDER,
    /** A filter that is left out or empty selects all records. */
    OMITTED_FILTERS,
    /** {@code name} of {@code listPods} finds part of a title, ignoring case. */
    NAME_FILTER,
    /**
     * A version finds itself and every version that continues it after a dot: {@code 12} finds {@code 12.4}, not
     * {@code 120.1}.
     */
    VERSION_FILTERS,
    /** Exact match. */
    ORDER_NUMBER_FILTER,
    /** Part of the number, ignoring case. */
    TRADE_NUMBER_FILTER,
    /** Another integer of at most 9 digits selects no bills. */
    CHARGE_CHANNEL_FILTER,
    /** Only the members marked {@code required} in the OpenAPI document are always present. */
    ABSENT_MEMBERS,

    // Status of an instance.
    /** 1 means created and not yet running: timers, saves and restarts are rejected. */
    CREATED_STATUS,
    /** Status 1 becomes 2 without a further call. */
    START_MODE,
    /** 1 becomes 2 after 20 s. */
    BOOT_TIME,
    /** {@code start_time} is the moment of the latest change to status 2, and absent before the first. */
    START_TIME,
    /** Every shutdown passes through 21, for 10 s. */
    SHUTDOWN_DURATION,
    /** There are no others. */
    STATUS_VALUES,
    /** An instance is stopped only by its timer, by a save, or because the account has run out of funds. */
    STOP_OPERATION,
    /** Each create request that succeeds creates one more instance. No request is recognised as a repetition. */
    REPEATED_CREATE,
    /**
     * The body of {@code startInstance} and {@code restartInstance} is {@code instance_uuid}, the response {@code
     * code} and {@code msg}.
     */
    START_RESTART_SHAPE,
    /** {@code startInstance} works from 22, and leads through 1 to 2. */
    START_STATES,
    /** {@code restartInstance} works from 2, and leads through 1 to 2. */
    RESTART_STATES,
    /** A restart keeps timer and addresses. A timer that falls due while the status is 1 shuts the instance down. */
    RESTART_EFFECTS,
    /** Every status, except while an image of the instance uploads. */
    DESTROY_STATES,

    // Other members of an instance.
    /** {@code listInstances} has no parameters and returns all instances. */
    INSTANCE_LIST_PAGING,
    /** The list has the same members as create responses. */
    INSTANCE_LIST_MEMBERS,
    /** A new instance has the name of its pod or image as title. */
    INSTANCE_TITLE,
    /** 50 Unicode code points. */
    TITLE_LENGTH,
    /** {@code updateInstanceTitle} without {@code title} succeeds and changes nothing. */
    OMITTED_TITLE,
    /** An instance can be renamed in every status. */
    RENAME_STATES,
    /**
     * From a pod: its uuid and title, and the tag. From a private image: its uuid, title and {@code pod_tag}. From a
     * market image: its uuid, a name made of its components, no tag.
     */
    INSTANCE_IMAGE,
    /** The latest is the first of {@code pod_tag}. */
    DEFAULT_POD_TAG,
    /**
     * Absent until the instance first runs, then an array; kept in status 21 and during a restart; {@code []} in 22.
     */
    SERVER_URL_FORM,

    // Shutdown timer.
    /** {@code shutdown_time} 0 cancels. 1 to 9,999,999 are minutes from now. Larger values are epoch seconds. */
    TIMER_UNIT,
    /** Left out, {@code enable} is true. */
    TIMER_ENABLE_OMITTED,
    /** {@code enable} false cancels whatever {@code shutdown_time} says. */
    TIMER_ENABLE_FALSE,
    /** A new timer replaces the previous one. */
    TIMER_REPLACEMENT,
    /** {@code shutdown_regular} is always present. Without a timer: {@code enable} false, {@code shutdown_time} 0. */
    TIMER_OFF_FORM,
    /** A timer fires once. It is removed when it fires and when the instance stops for another reason. */
    TIMER_CLEARED,

    // Images.
    /** Both are accepted. */
    SAVE_IMAGE_MEMBERS,
    /** Title of the instance and time of the save, at most 50 characters, with a number if that name is in use. */
    DEFAULT_IMAGE_NAME,
    /** Absent before the first save. 1 immediately after it, then 2 or 3, on instance and image alike. */
    SAVE_IMAGE_STATUS,
    /** The upload takes 30 s. */
    IMAGE_UPLOAD_TIME,
    /** {@code size} of a private image is absent until the upload has succeeded. Clients assume no unit. */
    IMAGE_SIZE,
    /** A private image has no {@code pod_uuid} and no {@code pod_tag} if its instance was created from a market image. */
    IMAGE_POD,
    /** A deleted image disappears immediately. Instances created from it continue to run. */
    IMAGE_DELETION,
    /** A component that is not installed is absent. */
    ABSENT_COMPONENTS,

    // GPUs and prices.
    /**
     * Each account has its own stock of each model, unlimited by default. Instances in status 1, 2 and 21 hold {@code
     * gpu_nums} of it.
     */
    GPU_STOCK,
    /** 1 while a GPU of the model is free, else 0. */
    GPU_STATUS,
    /** Of a GPU model only {@code hour} is always present. Pods have all periods. */
    PRICE_PERIODS,
    /** Amounts have 2 decimals. The currency is not known. */
    MONEY_FORMAT,
    /**
     * An instance costs the {@code price.hour} of its GPU model times {@code gpu_nums}. The price of the pod is not
     * billed.
     */
    BILLED_PRICE,
    /** Always 1. */
    CHARGING_TYPE,

    // Billing.
    /** Create and start need the price of one hour in balance and usable cards. */
    REQUIRED_FUNDS,
    /** Only status 2 is billed: after each full hour, and for the rest when the instance leaves it. */
    BILLED_TIME,
    /** To the second, then once to 2 decimals, half up. An amount of 0 makes no bill. */
    BILLING_ROUNDING,
    /** Usable cards first, the earliest expiry first, then the balance. One bill per channel. */
    CHARGE_ORDER,
    /** An amount that is not covered is not billed. When nothing usable is left, the instance shuts down. */
    OUT_OF_FUNDS,
    /**
     * {@code balance} is all recharges less the bills of channel 1. Face values less remaining amounts of all cards
     * are the bills of channel 2. The oldest bills are merged above {@code stub.limits.bills}.
     */
    BALANCE_SUM,
    /** Only cards that have not expired count. */
    CARD_BALANCE,
    /** {@code status_txt}: usable, used up, expired. {@code bind_txt}: bound; released once expired. */
    CARD_TEXTS,
    /** The days count from {@code bind_time}. */
    CARD_VALIDITY,
    /** An empty list means all pods. */
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
