package dev.varve.engine.dynamodb.internal.call;

import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/** The failure of one attempt, and whether it may be retried. */
record ServiceFault(Kind kind, Throwable cause) {

    enum Kind {
        /**
         * A response that only the sender can interpret: a failed condition, a cancelled transaction, a trimmed stream.
         */
        ANSWER,
        /** A limit was exceeded; nothing was written. */
        THROTTLED,
        /** A conflict with a transaction; nothing was written. */
        CONFLICT,
        /** The same transaction is still in progress. */
        IN_PROGRESS,
        /** The request was never sent; nothing was written. */
        NOT_SENT,
        /** The request may have arrived and been executed. */
        LOST,
        /** DynamoDB rejected the request. */
        REFUSED
    }

    private static final String NO_CREDENTIALS = "Unable to load credentials";

    private static final Set<String> THROTTLING = Set.of(
            "ProvisionedThroughputExceededException",
            "ProvisionedThroughputExceeded",
            "ThrottlingException",
            "ThrottlingError",
            "Throttling",
            "RequestLimitExceeded",
            "RequestThrottled",
            "TooManyRequestsException",
            "LimitExceededException");

    private static final Set<String> CONFLICTS =
            Set.of("TransactionConflictException", "TransactionConflict", "ReplicatedWriteConflictException");

    static ServiceFault of(Throwable cause) {
        return new ServiceFault(kind(cause), cause);
    }

    private static Kind kind(Throwable cause) {
        if (isAnswer(cause)) {
            return Kind.ANSWER;
        } else if (cause instanceof TransactionCanceledException cancelled) {
            return cancelled(cancelled.cancellationReasons());
        } else if (cause instanceof SdkServiceException service) {
            return service(service, code(service));
        }
        return wasSent(cause) ? Kind.LOST : Kind.NOT_SENT;
    }

    private static boolean isAnswer(Throwable cause) {
        return cause instanceof ConditionalCheckFailedException
                || cause instanceof IdempotentParameterMismatchException
                || cause instanceof ExpiredIteratorException
                || cause instanceof TrimmedDataAccessException;
    }

    private static Kind cancelled(List<CancellationReason> reasons) {
        if (reasons.stream().anyMatch(reason -> "ValidationError".equals(reason.code()))) {
            return Kind.REFUSED;
        } else if (reasons.stream().anyMatch(reason -> CONFLICTS.contains(reason.code()))) {
            return Kind.CONFLICT;
        } else if (reasons.stream().anyMatch(reason -> THROTTLING.contains(reason.code()))) {
            return Kind.THROTTLED;
        }
        return Kind.ANSWER;
    }

    private static Kind service(SdkServiceException service, String code) {
        if (THROTTLING.contains(code) || service.statusCode() == 429) {
            return Kind.THROTTLED;
        } else if (CONFLICTS.contains(code)) {
            return Kind.CONFLICT;
        } else if (code.equals("TransactionInProgressException")) {
            return Kind.IN_PROGRESS;
        }
        return service.statusCode() >= 500 ? Kind.LOST : Kind.REFUSED;
    }

    static String code(SdkServiceException service) {
        String code = service instanceof AwsServiceException aws && aws.awsErrorDetails() != null
                ? aws.awsErrorDetails().errorCode()
                : null;
        return code == null ? "" : code;
    }

    /** Returns whether the request may have reached DynamoDB. Without a connection or credentials it has not. */
    private static boolean wasSent(Throwable cause) {
        for (Throwable error = cause; error != null; error = error.getCause()) {
            String message = String.valueOf(error.getMessage());
            if (error instanceof ConnectException
                    || error instanceof UnknownHostException
                    || message.contains(NO_CREDENTIALS)
                    || message.contains("Unable to load region")
                    || message.contains("Acquire operation took longer")
                    || message.contains("Maximum pending connection acquisitions exceeded")) {
                return false;
            }
        }
        return true;
    }

    boolean mayRetry(RetrySafety safety) {
        return switch (kind) {
            case THROTTLED, CONFLICT, IN_PROGRESS, NOT_SENT -> true;
            case LOST -> safety != RetrySafety.ONCE;
            case ANSWER, REFUSED -> false;
        };
    }

    /**
     * Returns the error for the caller.
     *
     * @param maybeDone whether this attempt or an earlier one may have been executed
     */
    Throwable error(boolean maybeDone, int attempts) {
        if (kind == Kind.ANSWER) {
            return cause;
        } else if (kind == Kind.REFUSED) {
            return ErrorTranslation.of(cause);
        }
        String after = "%s after %s attempt%s: %s".formatted(what(), attempts, attempts == 1 ? "" : "s", text());
        if (maybeDone || kind == Kind.IN_PROGRESS) {
            return new OutcomeUnknown("dynamodb.lost", after + "; the write may have been executed", cause);
        }
        return switch (kind) {
            case THROTTLED -> new Throttled("dynamodb.throttled", after, cause);
            case CONFLICT -> new Throttled("dynamodb.conflict", after, cause);
            default -> new Unavailable("dynamodb.unreachable", after, cause);
        };
    }

    private String what() {
        return switch (kind) {
            case THROTTLED -> "DynamoDB throttled the request";
            case CONFLICT -> "the request conflicted with another transaction";
            case IN_PROGRESS -> "the same transaction was still in progress";
            case NOT_SENT -> "DynamoDB could not be reached";
            default -> "DynamoDB did not answer";
        };
    }

    private String text() {
        if (cause instanceof SdkServiceException service) {
            return code(service) + " (" + service.statusCode() + ")";
        }
        String message = String.valueOf(cause.getMessage());
        // The SDK's message lists every provider without credentials.
        return message.contains(NO_CREDENTIALS)
                ? "no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile or a role"
                : message;
    }
}
