package io.gpucloud.stub.assumption;

import io.gpucloud.stub.account.ErrorCase;
import io.gpucloud.stub.account.InitialTitle;
import io.gpucloud.stub.account.TimerUnit;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

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
 * @param nullMembers What null for an optional member of a request does: the request is rejected, or the member is absent.
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
        @DefaultValue("rejected") NullMembers nullMembers,
        @DefaultValue("20") @Min(1) @Max(100_000) int pagingDefaults,
        @DefaultValue("none") InstanceListPaging instanceListPaging,
        @DefaultValue("all") InstanceListMembers instanceListMembers,
        @DefaultValue("image-name") InitialTitle instanceTitle,
        @DefaultValue("absent-then-empty") ServerUrlForm serverUrlForm,
        @DefaultValue("either") TimerUnit timerUnit,
        @DefaultValue("enables") OmittedEnable timerEnableOmitted,
        @DefaultValue("disabled") TimerOffForm timerOffForm,
        @DefaultValue("accepted") SaveImageMembers saveImageMembers,
        @DefaultValue("1") int chargingType) {}
