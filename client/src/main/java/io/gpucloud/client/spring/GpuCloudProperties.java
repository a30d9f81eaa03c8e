package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.LostPolicy;
import io.gpucloud.client.lease.OnClose;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import java.math.BigDecimal;
import java.net.PasswordAuthentication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the client.
 *
 * @param baseUrl address of the service, which ends with /api/open/v2; without it there is no client
 * @param apiKey API key; without key and file, only the public operations work
 * @param apiKeyFile file that contains the API key, read for every attempt; used if there is no key
 * @param allowPlainHttp whether the client may send the key to other machines over plain HTTP
 * @param connectTimeout longest time to wait for a connection
 * @param readTimeout longest time without data while a response is awaited or read
 * @param deadline longest time of a call, including all attempts and pauses
 * @param maxConnections most connections that the client has open at the same time
 * @param proxyUsername user for the HTTP proxy of the JVM, if the proxy asks for one
 * @param proxyPassword password for the HTTP proxy
 * @param userAgentSuffix name and version of the application, which follow those of the client in the User-Agent header
 * @param retry how often calls are sent again
 * @param shutdownTimeUnit unit in which shutdown timers are sent, as the service reads them
 * @param leases whether to make a Leases bean, and its options
 * @param costWatch whether and how to watch what the account spends
 * @param problemDetails whether web controllers respond with a ProblemDetail if a call of the client fails
 */
@ConfigurationProperties("gpu-cloud")
public record GpuCloudProperties(
        @Nullable String baseUrl,
        @Nullable String apiKey,
        @Nullable Path apiKeyFile,
        @DefaultValue("false") boolean allowPlainHttp,
        @DefaultValue("5s") Duration connectTimeout,
        @DefaultValue("30s") Duration readTimeout,
        @DefaultValue("2m") Duration deadline,
        @DefaultValue("256") int maxConnections,
        @Nullable String proxyUsername,
        @Nullable String proxyPassword,
        @Nullable String userAgentSuffix,
        @DefaultValue Retry retry,
        @DefaultValue("epoch-seconds") ShutdownTimeUnit shutdownTimeUnit,
        @DefaultValue Leasing leases,
        @DefaultValue CostWatching costWatch,
        @DefaultValue("false") boolean problemDetails) {

    /**
     * How often calls are sent again.
     *
     * @param maxAttempts most attempts of a call
     * @param baseDelay upper bound of the first pause
     * @param maxDelay upper bound of every pause
     * @param maxRetryAfter longest Retry-After that the client waits for
     */
    public record Retry(
            @DefaultValue("3") int maxAttempts,
            @DefaultValue("500ms") Duration baseDelay,
            @DefaultValue("8s") Duration maxDelay,
            @DefaultValue("60s") Duration maxRetryAfter) {}

    /**
     * The options of the Leases bean.
     *
     * @param enabled whether to make the Leases bean
     * @param owner name that begins the title of each rented instance, by which a sweep recognizes the instances of a
     *     program; random unless set
     * @param journal directory of the lease journal, user for the folder of the user for this service and key, or none;
     *     without it there is none, and a warning
     * @param accountUse who creates instances in the account: anyone, programs that rent with leases of this use, or
     *     only these leases
     * @param onClose what happens to leased instances when the application ends; hand-over needs a journal, an owner,
     *     and unverified-timer=destroy
     * @param recovery what a start does with the instances that ended processes left in the journal; unless set, resume
     *     with on-close=hand-over; otherwise resume what was handed over, and destroy the rest
     * @param recoverOtherHosts whether a recovery includes journal files of other hosts, such as containers with random
     *     host names
     * @param uniqueTags whether a rental is rejected if a lease with its tag is open or pending
     * @param watchInterval pause between two polls of the instances of leases; 0 for none
     * @param handOverTime how far the timer of a lease whose timer is renewed is set ahead when it is handed over
     * @param unverifiedTimer what to do with an instance whose shutdown timer the list does not show
     * @param whenLost what to do with an instance that was shut down or is gone without this program
     * @param startAfterCreate whether to start each rented instance after it is created
     * @param window how late a new instance may be listed
     * @param interval pause between two polls of the list
     * @param clockTolerance largest accepted difference between the clocks of service and client
     * @param bootTimeout how long an instance may take until it runs, unless its plan says so
     * @param destroyDeadline how long a destroy request is repeated
     * @param allowGroupJournal whether the users in the group of the journal's directory may write it
     * @param maxOpenLeases how many leases may be open, in all processes with the same journal; any number unless set
     * @param maxHourlyCost what all open leases may cost in an hour, at most; any amount unless set
     * @param spendingLimit what leases may spend within spending-window, at most; any amount unless set
     * @param spendingWindow the time for which spending-limit holds
     */
    public record Leasing(
            @DefaultValue("true") boolean enabled,
            @Nullable String owner,
            @Nullable String journal,
            @DefaultValue("shared") AccountUse accountUse,
            @DefaultValue("destroy") OnClose onClose,
            @Nullable Recovery recovery,
            @DefaultValue("false") boolean recoverOtherHosts,
            @DefaultValue("false") boolean uniqueTags,
            @DefaultValue("30s") Duration watchInterval,
            @DefaultValue("30m") Duration handOverTime,
            @DefaultValue("keep") UnverifiedTimerPolicy unverifiedTimer,
            @DefaultValue("destroy") LostPolicy whenLost,
            @DefaultValue("false") boolean startAfterCreate,
            @DefaultValue("2m") Duration window,
            @DefaultValue("5s") Duration interval,
            @DefaultValue("2m") Duration clockTolerance,
            @DefaultValue("35m") Duration bootTimeout,
            @DefaultValue("10m") Duration destroyDeadline,
            @DefaultValue("false") boolean allowGroupJournal,
            @Nullable Integer maxOpenLeases,
            @Nullable BigDecimal maxHourlyCost,
            @Nullable BigDecimal spendingLimit,
            @DefaultValue("24h") Duration spendingWindow) {

        private static final String NO_JOURNAL = "none";

        LeaseOptions.Builder options() {
            LeaseOptions.Builder options = withRecovery(withJournal(LeaseOptions.builder()))
                    .owner(owner)
                    // The application context closes them.
                    .closeOnExit(false)
                    .accountUse(accountUse)
                    .onClose(onClose)
                    .recoverOtherHosts(recoverOtherHosts)
                    .uniqueTags(uniqueTags)
                    .watchInterval(watchInterval)
                    .handOverTime(handOverTime)
                    .unverifiedTimer(unverifiedTimer)
                    .whenLost(whenLost)
                    .startAfterCreate(startAfterCreate)
                    .window(window)
                    .interval(interval)
                    .clockTolerance(clockTolerance)
                    .bootTimeout(bootTimeout)
                    .destroyDeadline(destroyDeadline)
                    .allowGroupJournal(allowGroupJournal);
            if (maxOpenLeases != null) {
                options.maxOpenLeases(maxOpenLeases);
            }
            if (maxHourlyCost != null) {
                options.maxHourlyCost(maxHourlyCost);
            }
            return spendingLimit == null ? options : options.spendingLimit(spendingLimit, spendingWindow);
        }

        /** Whether a start leases all instances of ended processes again. */
        boolean resumes() {
            return recovery == null ? onClose == OnClose.HAND_OVER : recovery == Recovery.RESUME;
        }

        boolean hasJournal() {
            return journal != null && !NO_JOURNAL.equals(journal);
        }

        String recoveryInWords() {
            if (recovery == null) {
                return resumes() ? "resume" : "resume what was handed over, destroy the rest";
            }
            return recovery.name().toLowerCase(Locale.ROOT);
        }

        private LeaseOptions.Builder withRecovery(LeaseOptions.Builder options) {
            if (resumes()) {
                return options.recovery(found -> RecoveryDecision.RESUME);
            }
            if (recovery == Recovery.OFF) {
                return options.recoverOnStart(false);
            }
            return recovery == null
                    ? options
                    : options.recovery(
                            found -> recovery == Recovery.KEEP ? RecoveryDecision.KEEP : RecoveryDecision.DESTROY);
        }

        private LeaseOptions.Builder withJournal(LeaseOptions.Builder options) {
            String chosen = Objects.requireNonNullElse(journal, NO_JOURNAL);
            return switch (chosen) {
                case NO_JOURNAL -> options.withoutJournal();
                case "user" -> options.journalOfUser();
                default -> options.journal(Path.of(chosen));
            };
        }
    }

    /** The action of a start for the instances that ended processes left in the journal. */
    public enum Recovery {
        /** It leases them again, with their tags and timers. The application must use or close these leases. */
        RESUME,
        /** It destroys them, also those that were handed over. */
        DESTROY,
        /** It leaves them to you. */
        KEEP,
        /** It does nothing. {@link io.gpucloud.client.lease.Leases#recover} does it later. */
        OFF
    }

    /**
     * How to watch what the account spends.
     *
     * @param enabled whether to watch what the account spends
     * @param minTimeLeft how long balance and cards must last; if less, the health is down
     * @param maxAge greatest age of the values of gauges and health, not negative and at most a year
     */
    public record CostWatching(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("24h") Duration minTimeLeft,
            @DefaultValue("1m") Duration maxAge) {}

    /** A builder with the address and all settings except those of {@link GpuCloudConnectionDetails}. */
    GpuCloudClientBuilder builder(String address) {
        GpuCloudClientBuilder builder = GpuCloudPropertyException.validated(
                () -> GpuCloudClient.builder().baseUrl(address),
                "The property gpu-cloud.base-url is invalid",
                "Set gpu-cloud.base-url to the address of the service, for example https://HOST/api/open/v2.");
        return GpuCloudPropertyException.validated(
                () -> configured(builder),
                "A property of gpu-cloud.* is invalid",
                "Correct the property of this name, in kebab case: for example, maxAttempts is"
                        + " gpu-cloud.retry.max-attempts.");
    }

    private GpuCloudClientBuilder configured(GpuCloudClientBuilder builder) {
        builder.options(options()).maxConnections(maxConnections).shutdownTimeUnit(shutdownTimeUnit);
        if (proxyUsername != null) {
            String password = Objects.requireNonNullElse(proxyPassword, "");
            builder.proxyCredentials(new PasswordAuthentication(proxyUsername, password.toCharArray()));
        }
        return userAgentSuffix == null ? builder : builder.userAgentSuffix(userAgentSuffix);
    }

    RequestOptions options() {
        return RequestOptions.builder()
                .connectTimeout(connectTimeout)
                .readTimeout(readTimeout)
                .deadline(deadline)
                .maxAttempts(retry.maxAttempts)
                .delays(retry.baseDelay, retry.maxDelay)
                .maxRetryAfter(retry.maxRetryAfter)
                .build();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "GpuCloudProperties[baseUrl=" + baseUrl + "]";
    }
}
