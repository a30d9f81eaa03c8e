package io.gpucloud.stub;

import io.gpucloud.stub.account.ErrorCase;
import io.gpucloud.stub.account.InitialTitle;
import io.gpucloud.stub.account.StartMode;
import io.gpucloud.stub.account.TimerUnit;
import io.gpucloud.stub.api.ApiConfiguration;
import io.gpucloud.stub.assumption.ErrorFormat;
import io.gpucloud.stub.assumption.InstanceFormat;
import io.gpucloud.stub.assumption.InstanceListMembers;
import io.gpucloud.stub.assumption.InstanceListPaging;
import io.gpucloud.stub.assumption.OmittedEnable;
import io.gpucloud.stub.assumption.SaveImageMembers;
import io.gpucloud.stub.assumption.ServerUrlForm;
import io.gpucloud.stub.assumption.StatusAndCode;
import io.gpucloud.stub.assumption.TimerOffForm;
import io.gpucloud.stub.startup.UnusableSettingException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * All configuration of the stub.
 *
 * @param seed JSON file with the initial contents: file:my-seed.json, classpath:empty or classpath:default.
 * @param profile YAML file with settings of the stub, such as file:service.yaml, as the compatibility kit writes it. All
 *     other settings have priority over it.
 * @param clock the initial time
 * @param lifecycle how instances start, and the durations of their transitions
 * @param assumptions assumptions about the service that can be replaced
 * @param metering whether and how running instances are billed
 * @param paging bounds of pages
 * @param rateLimit limits on the requests of each key
 * @param tenants accounts that are opened on first use
 * @param limits limits on stored and received data
 * @param snapshot where the state is kept
 * @param faults faults that a tester sets
 * @param admin access to /__admin
 * @param cors web pages of other origins
 * @param cluster the members of a cluster
 * @param validate How requests and responses that break the contract are treated: off, log, or enforce, which rejects such
 *     requests and replaces such responses by HTTP 500.
 * @param requestLog Whether each request is logged on a line, with keys masked.
 */
@ConfigurationProperties(prefix = "stub", ignoreUnknownFields = false)
public record StubProperties(
        @DefaultValue("classpath:default") String seed,
        @Nullable String profile,
        @DefaultValue @Valid Clock clock,
        @DefaultValue @Valid Lifecycle lifecycle,
        @DefaultValue @Valid Assumptions assumptions,
        @DefaultValue Metering metering,
        @DefaultValue @Valid Paging paging,
        @DefaultValue @Valid RateLimit rateLimit,
        @DefaultValue @Valid Tenants tenants,
        @DefaultValue @Valid Limits limits,
        @DefaultValue @Valid Snapshot snapshot,
        @DefaultValue Faults faults,
        @DefaultValue Admin admin,
        @DefaultValue Cors cors,
        @DefaultValue @Valid Cluster cluster,
        @DefaultValue("off") ApiConfiguration.Validation validate,
        @DefaultValue("false") boolean requestLog) {

    private static final long YEAR_10000 = 253_402_300_799L;

    /**
     * The initial time of the clock.
     *
     * @param now Initial time, in epoch seconds. Defaults to the system time.
     * @param frozen Whether the clock stops until it is advanced.
     */
    public record Clock(
            @Nullable @Min(0) @Max(YEAR_10000) Long now,
            @DefaultValue("false") boolean frozen) {}

    /**
     * How instances start, and the durations of their transitions, truncated to whole seconds.
     *
     * @param start How a created instance starts: automatic, or explicit, which waits for startInstance.
     * @param boot Time from created to running, cut to whole seconds.
     * @param shutdown Time from shutting down to shut down, cut to whole seconds.
     * @param imageUpload Time from the save of an image to the end of its upload, cut to whole seconds.
     */
    public record Lifecycle(
            @DefaultValue("automatic") StartMode start,

            @DefaultValue("20s") @DurationMin @DurationMax(days = 3650)
            Duration boot,

            @DefaultValue("10s") @DurationMin @DurationMax(days = 3650)
            Duration shutdown,

            @DefaultValue("30s") @DurationMin @DurationMax(days = 3650)
            Duration imageUpload) {}

    /**
     * Assumptions about the service. Replace them by the behavior that you observe. {@code docs/reference/assumptions.md} has the name of
     * each. An error is given as HTTP status and result code, such as 200/1.
     *
     * @param refusalStatus HTTP status of errors whose result code is documented.
     * @param renameErrorStatus HTTP status if the body of updateInstanceTitle is invalid.
     * @param unknownPodCode The pod of a create request does not exist.
     * @param unknownPodTagCode The pod has no such tag.
     * @param unknownGpuCode The GPU model of a create request does not exist.
     * @param unknownImageCode The image of a create request does not exist.
     * @param imageNotReadyCode The image of a create request is a private image whose upload has not succeeded.
     * @param noCapacityCode Not enough GPUs of the model are free.
     * @param insufficientFundsCode Balance and cards do not suffice.
     * @param accountLimitCode The account has as many instances or private images as it may have.
     * @param imageNameInUseCode The name of a saved image is the name of another image.
     * @param startRefusedCode The instance to start does not exist or is not shut down.
     * @param restartRefusedCode The instance to restart does not exist or is not running.
     * @param timerCancelRefusedCode The timer of an instance that is not running is cancelled.
     * @param saveDuringUploadCode An instance is saved while an image of it uploads.
     * @param destroyDuringUploadCode An instance is destroyed while an image of it uploads.
     * @param deleteDuringUploadCode A private image is deleted while it uploads.
     * @param parameterErrorCode The body or a query parameter is invalid. The error has the member data if the code equals the HTTP status.
     * @param timerLeadTimeCode The time of a timer is too early. The error has the member data if the code equals the HTTP status.
     * @param unauthorizedCode The API key is not accepted.
     * @param forbiddenCode The API key has no permission.
     * @param notFoundCode No operation has this path.
     * @param methodNotAllowedCode The path exists for another method.
     * @param notAcceptableCode The Accept header excludes JSON.
     * @param requestTimeoutCode The body does not arrive in time.
     * @param bodyTooLargeCode The body is too large.
     * @param unsupportedMediaTypeCode The body is not JSON.
     * @param rateLimitCode Too many requests of a key.
     * @param systemErrorCode The service fails.
     * @param messageTexts Texts of errors by their situation, such as unknown-pod; others keep their text.
     * @param challengeHeader Whether every HTTP 401 has the header WWW-Authenticate.
     * @param retryAfter Whether every HTTP 429 has the header Retry-After.
     * @param pagingDefaults Size of a page if the request has no page_size.
     * @param instanceListPaging How listInstances is paged: none, pages, or first-page, which ignores the parameters.
     * @param instanceListMembers Members of listed instances: all, or the documented ones.
     * @param instanceTitle Title of a new instance: image-name, or empty.
     * @param serverUrlForm Form of server_url without addresses: absent-then-empty, absent, null, empty-string, false,
     *     empty-list, or string, which shows an address as a string too.
     * @param timerUnit How shutdown_time is read: epoch-seconds, minutes from now, or either, where values below
     *     10,000,000 are minutes.
     * @param timerEnableOmitted What a timer request without enable does: enables, cancels, or is rejected.
     * @param timerOffForm Form of shutdown_regular without a timer: disabled, or absent.
     * @param saveImageMembers Whether image_name and remark of a save are accepted or ignored.
     * @param chargingType Value of charging_type.
     */
    public record Assumptions(
            @DefaultValue("200") @Min(200) @Max(599) int refusalStatus,
            @DefaultValue("200") @Min(200) @Max(599) int renameErrorStatus,
            @DefaultValue("200/1") StatusAndCode unknownPodCode,
            @DefaultValue("200/1") StatusAndCode unknownPodTagCode,
            @DefaultValue("200/1") StatusAndCode unknownGpuCode,
            @DefaultValue("200/-1") StatusAndCode unknownImageCode,
            @DefaultValue("200/-1") StatusAndCode imageNotReadyCode,
            @DefaultValue("200/1") StatusAndCode noCapacityCode,
            @DefaultValue("200/1") StatusAndCode insufficientFundsCode,
            @DefaultValue("200/1") StatusAndCode accountLimitCode,
            @DefaultValue("200/1") StatusAndCode imageNameInUseCode,
            @DefaultValue("200/-1") StatusAndCode startRefusedCode,
            @DefaultValue("200/-1") StatusAndCode restartRefusedCode,
            @DefaultValue("200/-1") StatusAndCode timerCancelRefusedCode,
            @DefaultValue("200/-1") StatusAndCode saveDuringUploadCode,
            @DefaultValue("200/-1") StatusAndCode destroyDuringUploadCode,
            @DefaultValue("200/-1") StatusAndCode deleteDuringUploadCode,
            @DefaultValue("400/400") StatusAndCode parameterErrorCode,
            @DefaultValue("400/400") StatusAndCode timerLeadTimeCode,
            @DefaultValue("401/2") StatusAndCode unauthorizedCode,
            @DefaultValue("403/1") StatusAndCode forbiddenCode,
            @DefaultValue("404/1") StatusAndCode notFoundCode,
            @DefaultValue("405/1") StatusAndCode methodNotAllowedCode,
            @DefaultValue("406/1") StatusAndCode notAcceptableCode,
            @DefaultValue("408/1") StatusAndCode requestTimeoutCode,
            @DefaultValue("413/1") StatusAndCode bodyTooLargeCode,
            @DefaultValue("415/1") StatusAndCode unsupportedMediaTypeCode,
            @DefaultValue("429/1") StatusAndCode rateLimitCode,
            @DefaultValue("500/-2") StatusAndCode systemErrorCode,
            @DefaultValue Map<ErrorCase, String> messageTexts,
            @DefaultValue("true") boolean challengeHeader,
            @DefaultValue("true") boolean retryAfter,
            @DefaultValue("20") @Min(1) @Max(100_000) int pagingDefaults,
            @DefaultValue("none") InstanceListPaging instanceListPaging,
            @DefaultValue("all") InstanceListMembers instanceListMembers,
            @DefaultValue("image-name") InitialTitle instanceTitle,
            @DefaultValue("absent-then-empty") ServerUrlForm serverUrlForm,
            @DefaultValue("either") TimerUnit timerUnit,
            @DefaultValue("enables") OmittedEnable timerEnableOmitted,
            @DefaultValue("disabled") TimerOffForm timerOffForm,
            @DefaultValue("accepted") SaveImageMembers saveImageMembers,
            @DefaultValue("1") int chargingType) {

        ErrorFormat errors() {
            Map<ErrorCase, StatusAndCode> codes = new EnumMap<>(ErrorCase.class);
            codes.put(ErrorCase.INSTANCE_UNSUITABLE, new StatusAndCode(refusalStatus, -1));
            codes.put(ErrorCase.INSTANCE_NOT_DESTROYABLE, new StatusAndCode(refusalStatus, -1));
            codes.put(ErrorCase.IMAGE_NOT_DELETABLE, new StatusAndCode(refusalStatus, -1));
            codes.put(ErrorCase.INSTANCE_UNKNOWN, new StatusAndCode(refusalStatus, 1));
            codes.put(ErrorCase.UNKNOWN_POD, unknownPodCode);
            codes.put(ErrorCase.UNKNOWN_POD_TAG, unknownPodTagCode);
            codes.put(ErrorCase.UNKNOWN_GPU, unknownGpuCode);
            codes.put(ErrorCase.UNKNOWN_IMAGE, unknownImageCode);
            codes.put(ErrorCase.IMAGE_NOT_READY, imageNotReadyCode);
            codes.put(ErrorCase.NO_CAPACITY, noCapacityCode);
            codes.put(ErrorCase.INSUFFICIENT_FUNDS, insufficientFundsCode);
            codes.put(ErrorCase.ACCOUNT_LIMIT, accountLimitCode);
            codes.put(ErrorCase.IMAGE_NAME_IN_USE, imageNameInUseCode);
            codes.put(ErrorCase.START_REFUSED, startRefusedCode);
            codes.put(ErrorCase.RESTART_REFUSED, restartRefusedCode);
            codes.put(ErrorCase.TIMER_CANCEL_REFUSED, timerCancelRefusedCode);
            codes.put(ErrorCase.SAVE_DURING_UPLOAD, saveDuringUploadCode);
            codes.put(ErrorCase.DESTROY_DURING_UPLOAD, destroyDuringUploadCode);
            codes.put(ErrorCase.DELETE_DURING_UPLOAD, deleteDuringUploadCode);
            codes.put(ErrorCase.PARAMETER_ERROR, parameterErrorCode);
            codes.put(ErrorCase.TIMER_LEAD_TIME, timerLeadTimeCode);
            codes.put(ErrorCase.UNAUTHORIZED, unauthorizedCode);
            codes.put(ErrorCase.FORBIDDEN, forbiddenCode);
            codes.put(ErrorCase.NOT_FOUND, notFoundCode);
            codes.put(ErrorCase.METHOD_NOT_ALLOWED, methodNotAllowedCode);
            codes.put(ErrorCase.NOT_ACCEPTABLE, notAcceptableCode);
            codes.put(ErrorCase.REQUEST_TIMEOUT, requestTimeoutCode);
            codes.put(ErrorCase.BODY_TOO_LARGE, bodyTooLargeCode);
            codes.put(ErrorCase.UNSUPPORTED_MEDIA_TYPE, unsupportedMediaTypeCode);
            codes.put(ErrorCase.RATE_LIMIT, rateLimitCode);
            codes.put(ErrorCase.SYSTEM_ERROR, systemErrorCode);
            return new ErrorFormat(codes, messageTexts, renameErrorStatus, challengeHeader, retryAfter);
        }

        InstanceFormat instanceFormat() {
            return new InstanceFormat(serverUrlForm, timerOffForm, instanceListMembers, chargingType);
        }
    }

    /**
     * How running instances are billed.
     *
     * @param enabled Whether running instances are billed.
     * @param requireFunds Whether creation and startup need the price of one hour in balance and cards.
     */
    public record Metering(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean requireFunds) {}

    /**
     * Bounds of pages.
     *
     * @param maxPageSize Largest page; a larger page_size is cut to it.
     */
    public record Paging(
            @DefaultValue("1000") @Min(1) @Max(100_000) int maxPageSize) {}

    /**
     * Limits on the requests of each key, in real time. Requests above them get HTTP 429.
     *
     * @param requestsPerSecond Requests that each key may send per second of the system clock; 0 for no limit.
     * @param concurrent Requests that each key may have in progress at the same time; 0 for no limit.
     */
    public record RateLimit(
            @DefaultValue("0") @Min(0) @Max(1_000_000) int requestsPerSecond,
            @DefaultValue("0") @Min(0) @Max(1_000_000) int concurrent) {}

    /**
     * Accounts that are opened on first use.
     *
     * @param enabled Whether a key tenant-NAME (NAME is 1 to 64 of a-z, 0-9 and -) opens an account on first use.
     * @param max Maximum number of accounts in addition to the predefined ones.
     * @param idle How long an account that was opened on first use may be unused before a new account can replace it; 0 for
     *     no limit.
     */
    public record Tenants(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10000") @Min(0) @Max(1_000_000) int max,

            @DefaultValue("0s") @DurationMin @DurationMax(days = 3650)
            Duration idle) {}

    /**
     * Limits on stored and received data.
     *
     * @param maxBody Largest body of a request to the public API.
     * @param maxSnapshot Largest snapshot that can be restored, and largest file that holds the state. Defaults to an eighth of
     *     the heap, at most 256MB.
     * @param instances Instances an account can have; a create beyond it is rejected with code 1.
     * @param bills Bills an account keeps; beyond it the oldest are merged into one per channel.
     * @param journal Requests the journal keeps; beyond it the oldest are dropped.
     */
    public record Limits(
            @DefaultValue("64KB") DataSize maxBody,
            @Nullable DataSize maxSnapshot,

            @DefaultValue("10000") @Min(1) @Max(1_000_000) int instances,

            @DefaultValue("100000") @Min(1) @Max(100_000_000)
            int bills,

            @DefaultValue("1000") @Min(0) @Max(1_000_000) int journal) {

        /** The largest size of an array. */
        private static final int LARGEST = Integer.MAX_VALUE - 8;

        private static final long LARGEST_DEFAULT_SNAPSHOT =
                DataSize.ofMegabytes(256).toBytes();
        /** A body and the state read from it take several times the size of the body. */
        private static final int SNAPSHOTS_IN_HEAP = 8;

        /**
         * Checks the limits.
         *
         * @param maxBody from 1 to 2,147,483,639 bytes
         * @param maxSnapshot from 1 to 2,147,483,639 bytes, or null for the default
         * @param instances as above
         * @param bills as above
         * @param journal as above
         * @throws UnusableSettingException if a size is out of its range
         */
        public Limits {
            requireSize("stub.limits.max-body", maxBody);
            if (maxSnapshot != null) {
                requireSize("stub.limits.max-snapshot", maxSnapshot);
            }
        }

        int maxSnapshotBytes() {
            return Math.toIntExact(
                    maxSnapshot == null
                            ? Math.min(
                                    LARGEST_DEFAULT_SNAPSHOT,
                                    Runtime.getRuntime().maxMemory() / SNAPSHOTS_IN_HEAP)
                            : maxSnapshot.toBytes());
        }

        private static void requireSize(String setting, DataSize size) {
            if (size.toBytes() < 1 || size.toBytes() > LARGEST) {
                throw new UnusableSettingException(
                        setting, size, "must be from 1 byte to " + LARGEST + " bytes", "Correct the setting.");
            }
        }
    }

    /**
     * The file that stores the state, including keys.
     *
     * @param file File that holds the state: read at the start if it exists, written at an interval and at the stop. If unset,
     *     the state is in memory only.
     * @param interval Time between two writes of the file.
     */
    public record Snapshot(
            @Nullable Path file,

            @DefaultValue("10s") @DurationMin(seconds = 1) @DurationMax(days = 1)
            Duration interval) {}

    /**
     * Faults that a tester sets.
     *
     * @param seed Seed of the random numbers of faults with a probability. The same seed gives the same sequence.
     */
    public record Faults(@DefaultValue("0") long seed) {}

    /**
     * Access to /__admin, /actuator and the console.
     *
     * @param token Bearer token that callers of /__admin and /actuator must send. If unset or empty, only direct callers on
     *     this machine are allowed, also for /actuator/health.
     */
    public record Admin(@Nullable String token) {

        /**
         * Normalizes the token.
         *
         * @param token the token, or an empty one or null for none
         */
        public Admin {
            token = token == null || token.isBlank() ? null : token;
        }
    }

    /**
     * Web pages of other origins.
     *
     * @param allowedOrigins Origins whose web pages may call the public API, such as http://localhost:3000, or * for all.
     *     /__admin is never opened to them.
     */
    public record Cors(@DefaultValue List<String> allowedOrigins) {

        private static final Pattern ORIGIN = Pattern.compile("[*]|https?://[^/\\s?#]+");

        /**
         * Checks the origins.
         *
         * @param allowedOrigins scheme, host and port of each, or *
         * @throws UnusableSettingException if an entry is not an origin
         */
        public Cors {
            allowedOrigins.stream()
                    .filter(origin -> !ORIGIN.matcher(origin).matches())
                    .findFirst()
                    .ifPresent(origin -> {
                        throw new UnusableSettingException(
                                "stub.cors.allowed-origins",
                                origin,
                                "is not an origin",
                                "Name scheme, host and port without a path, such as http://localhost:3000, or * for all.");
                    });
        }
    }

    /**
     * The members of a cluster. Requires the jar of the cluster.
     *
     * @param members All members of the cluster, host:port each, the same list on every one of them. Only with the jar of
     *     the cluster.
     * @param self Address of this member in the list.
     * @param trustNetwork Whether members may listen on more than the loopback interface. Every process that reaches their ports can
     *     join.
     * @param joinTimeout How long a member that starts waits for a majority of the others.
     */
    public record Cluster(
            @DefaultValue List<String> members,
            @Nullable String self,
            @DefaultValue("false") boolean trustNetwork,

            @DefaultValue("2m") @DurationMin(seconds = 1) @DurationMax(days = 1)
            Duration joinTimeout) {}
}
