package dev.varve.engine.dynamodb.internal.call;

import dev.varve.error.InvalidPageToken;
import dev.varve.error.ItemTooLarge;
import dev.varve.error.KeyTooLong;
import dev.varve.error.Rejected;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Translates DynamoDB's rejections to the error codes of the other engines. */
final class ErrorTranslation {

    /** Error codes by a part of DynamoDB's message, which is the only way to tell its rejections apart. */
    private static final Map<String, String> CODES = new LinkedHashMap<>();

    static {
        CODES.put("tem size has exceeded", "item.too-large");
        CODES.put("tem size to update has exceeded", "item.too-large");
        CODES.put("document path provided in the update expression is invalid", "update.path");
        CODES.put("Key attributes must be scalars", "update.path");
        CODES.put("operand in the update expression has an incorrect data type", "update.type");
        CODES.put("Type mismatch for Index Key", "key.type");
        CODES.put("Type mismatch for key", "key.type");
        CODES.put("cannot contain an empty string value", "key.empty");
        CODES.put("cannot contain an empty binary value", "key.empty");
        CODES.put("Size limit exceeded", "key.too-long");
        CODES.put("Size of hashkey has exceeded", "key.too-long");
        CODES.put("size of all range keys has exceeded", "key.too-long");
        CODES.put("Number overflow", "item.number-magnitude");
        CODES.put("Number underflow", "item.number-magnitude");
        CODES.put("precision up to 38 digits", "item.number-digits");
        CODES.put("more than 38 significant digits", "item.number-digits");
        CODES.put("esting Levels have exceeded", "item.too-deep");
        CODES.put("Empty attribute name", "item.name-empty");
        CODES.put("Transaction payload size cannot exceed", "transaction.too-large");
        CODES.put("Payload in response is too large", "transaction.too-large");
        CODES.put("does not have the specified index", "table.index-unknown");
        CODES.put("Expression size has exceeded", "condition.too-complex");
        CODES.put("too many operators", "condition.too-complex");
        CODES.put("operand must be distinct", "condition.same-operands");
        CODES.put("starting key", "page.token");
    }

    private ErrorTranslation() {}

    static Rejected of(Throwable cause) {
        if (cause instanceof ResourceNotFoundException) {
            // Not Unavailable: a deleted table does not come back with a retry.
            return Rejected.outage(
                    "table.missing", "DynamoDB no longer has this table or index: %s".formatted(text(cause)), cause);
        } else if (cause instanceof TransactionCanceledException cancelled) {
            return refused(text(cancelled), cause);
        } else if (cause instanceof SdkServiceException service
                && !ServiceFault.code(service).equals("ValidationException")) {
            String code = isAccess(ServiceFault.code(service)) ? "dynamodb.access" : "dynamodb.refused";
            return Rejected.outage(code, "DynamoDB refused the request: %s".formatted(text(cause)), cause);
        }
        return refused(text(cause), cause);
    }

    private static Rejected refused(String text, Throwable cause) {
        String code = CODES.entrySet().stream()
                .filter(known -> text.contains(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("dynamodb.validation");
        String message = "DynamoDB refused the request: " + text;
        return switch (code) {
            case "item.too-large" -> new ItemTooLarge(message, cause);
            case "key.too-long" -> new KeyTooLong(message, cause);
            case "page.token" -> new InvalidPageToken(message, cause);
            default -> new Rejected(code, message, cause);
        };
    }

    private static boolean isAccess(String code) {
        return code.startsWith("AccessDenied")
                || code.contains("Token")
                || code.contains("Signature")
                || code.equals("UnrecognizedClientException")
                || code.equals("RequestTimeTooSkewed");
    }

    private static String text(TransactionCanceledException cancelled) {
        return cancelled.cancellationReasons().stream()
                .filter(reason -> "ValidationError".equals(reason.code()))
                .map(CancellationReason::message)
                .findFirst()
                .orElse(text((Throwable) cancelled));
    }

    private static String text(Throwable cause) {
        return cause instanceof AwsServiceException aws && aws.awsErrorDetails() != null
                ? String.valueOf(aws.awsErrorDetails().errorMessage())
                : String.valueOf(cause.getMessage());
    }
}
