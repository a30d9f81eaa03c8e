package io.gpucloud.stub.assumption;

import io.gpucloud.stub.account.ErrorCase;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of the errors of the public API.
 *
 * @param codes HTTP status and result code of every case
 * @param messages texts that replace the usual ones
 * @param invalidTitleStatus HTTP status if the body of {@code updateInstanceTitle} is invalid
 * @param challenge whether HTTP 401 has {@code WWW-Authenticate}
 * @param retryAfter whether HTTP 429 has {@code Retry-After}
 */
public record ErrorFormat(
        Map<ErrorCase, StatusAndCode> codes,
        Map<ErrorCase, String> messages,
        int invalidTitleStatus,
        boolean challenge,
        boolean retryAfter) {

    /**
     * Returns the form that the settings choose.
     *
     * @param assumptions the settings
     * @return the form of errors
     */
    public static ErrorFormat of(Assumptions assumptions) {
        Map<ErrorCase, StatusAndCode> codes = new EnumMap<>(ErrorCase.class);
        for (ErrorCase situation : ErrorCase.values()) {
            codes.put(situation, code(situation, assumptions));
        }
        return new ErrorFormat(
                codes,
                assumptions.messageTexts(),
                assumptions.renameErrorStatus(),
                assumptions.challengeHeader(),
                assumptions.retryAfter());
    }

    private static StatusAndCode code(ErrorCase situation, Assumptions assumptions) {
        return switch (situation) {
            case INSTANCE_UNSUITABLE, INSTANCE_NOT_DESTROYABLE, IMAGE_NOT_DELETABLE ->
                new StatusAndCode(assumptions.refusalStatus(), -1);
            case INSTANCE_UNKNOWN -> new StatusAndCode(assumptions.refusalStatus(), 1);
            case UNKNOWN_POD -> assumptions.unknownPodCode();
            case UNKNOWN_POD_TAG -> assumptions.unknownPodTagCode();
            case UNKNOWN_GPU -> assumptions.unknownGpuCode();
            case UNKNOWN_IMAGE -> assumptions.unknownImageCode();
            case IMAGE_NOT_READY -> assumptions.imageNotReadyCode();
            case NO_CAPACITY -> assumptions.noCapacityCode();
            case INSUFFICIENT_FUNDS -> assumptions.insufficientFundsCode();
            case ACCOUNT_LIMIT -> assumptions.accountLimitCode();
            case IMAGE_NAME_IN_USE -> assumptions.imageNameInUseCode();
            case START_REFUSED -> assumptions.startRefusedCode();
            case RESTART_REFUSED -> assumptions.restartRefusedCode();
            case TIMER_CANCEL_REFUSED -> assumptions.timerCancelRefusedCode();
            case SAVE_DURING_UPLOAD -> assumptions.saveDuringUploadCode();
            case DESTROY_DURING_UPLOAD -> assumptions.destroyDuringUploadCode();
            case DELETE_DURING_UPLOAD -> assumptions.deleteDuringUploadCode();
            case PARAMETER_ERROR -> assumptions.parameterErrorCode();
            case TIMER_LEAD_TIME -> assumptions.timerLeadTimeCode();
            case UNAUTHORIZED -> assumptions.unauthorizedCode();
            case FORBIDDEN -> assumptions.forbiddenCode();
            case NOT_FOUND -> assumptions.notFoundCode();
            case METHOD_NOT_ALLOWED -> assumptions.methodNotAllowedCode();
            case NOT_ACCEPTABLE -> assumptions.notAcceptableCode();
            case REQUEST_TIMEOUT -> assumptions.requestTimeoutCode();
            case BODY_TOO_LARGE -> assumptions.bodyTooLargeCode();
            case UNSUPPORTED_MEDIA_TYPE -> assumptions.unsupportedMediaTypeCode();
            case RATE_LIMIT -> assumptions.rateLimitCode();
            case SYSTEM_ERROR -> assumptions.systemErrorCode();
        };
    }

    /**
     * Returns the status and code of an error.
     *
     * @param situation the error
     * @return its HTTP status and result code
     */
    public StatusAndCode code(ErrorCase situation) {
        return Objects.requireNonNull(codes.get(situation));
    }

    /**
     * Returns the text of an error.
     *
     * @param situation the error
     * @param usual the text if none is set
     * @return the text
     */
    public @Nullable String message(ErrorCase situation, @Nullable String usual) {
        String set = messages.get(situation);
        return set == null ? usual : set;
    }
}
