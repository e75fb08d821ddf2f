package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.call.RetrySafety;
import dev.varve.engine.dynamodb.internal.plan.Phrasing;
import dev.varve.engine.dynamodb.internal.plan.RenderedWrite;
import dev.varve.engine.dynamodb.internal.plan.TransactPlan;
import dev.varve.engine.dynamodb.internal.read.Capacities;
import dev.varve.engine.support.Cost;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Rejected;
import dev.varve.error.Throttled;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.Fingerprint;
import dev.varve.table.Capacity;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Runs write transactions. Each request has a token, so a request without a response can be sent again. */
final class Transactions {

    /** One action and the table it goes to. */
    record Part(TableSchema schema, Write write) {}

    private final Context context;
    private final OnceTokens tokens;
    private final Supplier<String> freshToken;

    Transactions(Context context, OnceTokens tokens, Supplier<String> freshToken) {
        this.context = context;
        this.tokens = tokens;
        this.freshToken = freshToken;
    }

    CompletableFuture<TransactResult> write(
            TransactWrite transaction, Function<@Nullable String, TableSchema> schemas) {
        List<Part> parts = transaction.actions().stream()
                .map(action -> new Part(schemas.apply(action.table()), action.write()))
                .toList();
        return new Running(transaction, parts).start();
    }

    private final class Running {

        private final TransactWrite transaction;
        private final List<Part> parts;
        private final @Nullable String token;
        private final boolean varies;
        private Capacity capacity = Capacity.NONE;

        private Running(TransactWrite transaction, List<Part> parts) {
            this.transaction = transaction;
            this.parts = parts;
            this.token = transaction.token();
            this.varies = parts.stream().anyMatch(part -> Phrasing.varies(part.schema(), part.write()));
        }

        private CompletableFuture<TransactResult> start() {
            OnceTokens.Wording earlier = token == null
                    ? null
                    : tokens.earlier(
                            token, Fingerprint.of(transaction), context.clock().instant());
            // Attempt 0 only repeats an earlier request.
            return earlier == null ? send(firstWording(), 1) : send(earlier, 0);
        }

        private OnceTokens.Wording firstWording() {
            return new OnceTokens.Wording(
                    context.clock().instant(),
                    parts.stream().map(part -> Phrasing.first(part.write())).toList());
        }

        private CompletableFuture<TransactResult> send(OnceTokens.Wording wording, int attempt) {
            List<RenderedWrite> planned = new ArrayList<>(parts.size());
            for (int i = 0; i < parts.size(); i++) {
                Part part = parts.get(i);
                planned.add(RenderedWrite.of(
                        part.schema(), part.write(), wording.phrasings().get(i), wording.now(), context.shapes()));
            }
            if (token != null) {
                tokens.remember(
                        token,
                        Fingerprint.of(transaction),
                        wording,
                        context.clock().instant());
            }
            return context.calls()
                    .send(
                            TransactPlan.write(planned, clientToken()),
                            RetrySafety.REPEATABLE,
                            DynamoDbAsyncClient::transactWriteItems)
                    .thenApply(response ->
                            committed(Capacities.ofWrites(context.schema().name(), response.consumedCapacity())))
                    .exceptionallyCompose(error -> failed(AsyncLoop.failure(error), wording, attempt));
        }

        private String clientToken() {
            if (token == null) {
                return freshToken.get();
            }
            return isOurs() ? TransactPlan.tokenFor(transaction, tokens.refusals(token)) : token;
        }

        /**
         * Returns whether the token sent was derived from the caller's token and the content, and is not the caller's
         * own.
         */
        private boolean isOurs() {
            return varies || (token != null && tokens.refusals(token) > 0);
        }

        private TransactResult committed(Capacity used) {
            return new TransactResult.Committed(capacity.plus(used));
        }

        private CompletableFuture<TransactResult> failed(Throwable error, OnceTokens.Wording wording, int attempt) {
            if (error instanceof TransactionCanceledException cancelled) {
                if (token != null) {
                    tokens.forget(token);
                }
                return attempt == 0
                        ? send(firstWording(), 1)
                        : cancelled(cancelled.cancellationReasons(), wording, attempt);
            } else if (error instanceof IdempotentParameterMismatchException) {
                return tokenUsed(error);
            } else if (error instanceof Rejected && token != null) {
                tokens.refused(token, context.clock().instant());
            }
            return CompletableFuture.failedFuture(error);
        }

        private CompletableFuture<TransactResult> tokenUsed(Throwable error) {
            if (token == null) {
                return CompletableFuture.failedFuture(new OutcomeUnknown(
                        "dynamodb.lost",
                        "DynamoDB did not recognise a repeated transaction; it may have been executed",
                        error));
            }
            // The token was derived from this content: the transaction was executed, with another wording.
            return isOurs()
                    ? CompletableFuture.completedFuture(committed(Capacity.NONE))
                    : CompletableFuture.failedFuture(OnceTokens.reused(token));
        }

        private CompletableFuture<TransactResult> cancelled(
                List<CancellationReason> causes, OnceTokens.Wording wording, int attempt) {
            Cancellation cancellation = Cancellation.of(parts, causes, wording);
            if (cancellation.isFinal()) {
                Capacity used = capacity.plus(Cost.twice(cancellation.refusedCost()));
                return CompletableFuture.completedFuture(new TransactResult.Cancelled(cancellation.reasons(), used));
            }
            capacity = capacity.plus(Cost.twice(cancellation.guessedCost()));
            return again(new OnceTokens.Wording(wording.now(), cancellation.next()), attempt);
        }

        private CompletableFuture<TransactResult> again(OnceTokens.Wording wording, int attempt) {
            if (attempt > context.calls().backoff().attempts()) {
                return CompletableFuture.failedFuture(new Throttled(
                        "update.contention",
                        "items of the transaction changed during each of %s attempts: spread the writes, or try again later"
                                .formatted(attempt)));
            }
            return attempt == 1
                    ? send(wording, 2)
                    : CompletableFuture.supplyAsync(
                                    () -> wording, context.calls().backoff().after(attempt - 1))
                            .thenCompose(words -> send(words, attempt + 1));
        }
    }
}
