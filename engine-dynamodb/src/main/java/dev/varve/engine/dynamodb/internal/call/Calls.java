package dev.varve.engine.dynamodb.internal.call;

import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Unavailable;
import dev.varve.internal.AsyncLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsClient;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/**
 * Sends all requests of the engine. Everything after a response runs on the engine's executor, never on a thread of the
 * SDK.
 *
 * @param <C> the type of the client
 */
public final class Calls<C extends AwsClient> {

    private final C client;
    private final Executor executor;
    private final Backoff backoff;
    private final @Nullable AwsRequestOverrideConfiguration override;
    private volatile boolean closed;

    public Calls(C client, Executor executor, Backoff backoff) {
        this.client = client;
        this.executor = executor;
        this.backoff = backoff;
        this.override = NoRetries.overrideFor(client);
    }

    public Backoff backoff() {
        return backoff;
    }

    public void close() {
        closed = true;
    }

    /**
     * Sends a request, with retries within bounds. Fails with an exception of Varve, or with the SDK's exception if
     * that is an expected response: a failed condition, a cancelled transaction, a reused token.
     */
    public <Q extends AwsRequest, R> CompletableFuture<R> send(
            Q request, RetrySafety safety, BiFunction<C, Q, CompletableFuture<R>> verb) {
        return send(request, safety, verb, Function.identity());
    }

    /** Sends a request as above and converts its response. An exception of the conversion becomes the error unchanged. */
    public <Q extends AwsRequest, R, T> CompletableFuture<T> send(
            Q request,
            RetrySafety safety,
            BiFunction<C, Q, CompletableFuture<R>> verb,
            Function<? super R, ? extends T> read) {
        return send(request, safety, verb, read, CompletableFuture::failedFuture);
    }

    /**
     * Sends a request as above; {@code otherwise} continues after an error. All of it uses one future, and its error is
     * never wrapped: each further stage would slow down every request, although few fail.
     */
    public <Q extends AwsRequest, R, T> CompletableFuture<T> send(
            Q request,
            RetrySafety safety,
            BiFunction<C, Q, CompletableFuture<R>> verb,
            Function<? super R, ? extends T> read,
            Function<Throwable, CompletableFuture<T>> otherwise) {
        Sending<Q, R, T> sending = new Sending<>(withoutRetries(request), safety, verb, read, otherwise);
        sending.attempt(1, false);
        return sending.answer;
    }

    @SuppressWarnings("unchecked")
    private <Q extends AwsRequest> Q withoutRetries(Q request) {
        if (override == null) {
            return request;
        }
        // The builder of a request builds the same type; the SDK's generics do not express that.
        return (Q) request.toBuilder().overrideConfiguration(override).build();
    }

    /** Runs work of several stages. Whatever it throws or fails with becomes the future's error, unwrapped. */
    public static <T> CompletableFuture<T> guarded(Supplier<CompletableFuture<T>> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            CompletableFuture<T> unused = work.get().whenComplete((value, error) -> {
                if (error == null) {
                    result.complete(value);
                } else {
                    result.completeExceptionally(AsyncLoop.failure(error));
                }
            });
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    private final class Sending<Q extends AwsRequest, R, T> {

        private final Q request;
        private final RetrySafety safety;
        private final BiFunction<C, Q, CompletableFuture<R>> verb;
        private final Function<? super R, ? extends T> read;
        private final Function<Throwable, CompletableFuture<T>> otherwise;
        private final CompletableFuture<T> answer = new CompletableFuture<>();

        private Sending(
                Q request,
                RetrySafety safety,
                BiFunction<C, Q, CompletableFuture<R>> verb,
                Function<? super R, ? extends T> read,
                Function<Throwable, CompletableFuture<T>> otherwise) {
            this.request = request;
            this.safety = safety;
            this.verb = verb;
            this.read = read;
            this.otherwise = otherwise;
        }

        private void attempt(int number, boolean maybeDone) {
            if (closed && !maybeDone) {
                goOn(new Unavailable("engine.closed", "the engine is closed"));
                return;
            }
            CompletableFuture<R> unused = sent().whenComplete((response, error) -> {
                try {
                    executor.execute(() -> settle(response, error, number, maybeDone));
                } catch (RuntimeException | Error e) {
                    answer.completeExceptionally(
                            new OutcomeUnknown("engine.executor", "the engine's executor rejected the task", e));
                }
            });
        }

        private CompletableFuture<R> sent() {
            try {
                return verb.apply(client, request);
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        /** Completes the caller's future in every case; nothing else would. */
        private void settle(R response, @Nullable Throwable error, int number, boolean maybeDone) {
            try {
                if (error != null) {
                    failed(ServiceFault.of(AsyncLoop.failure(error)), number, maybeDone);
                } else {
                    answer.complete(read.apply(response));
                }
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        }

        private void failed(ServiceFault fault, int number, boolean maybeDone) {
            boolean lost = maybeDone || (fault.kind() == ServiceFault.Kind.LOST && safety != RetrySafety.READ);
            if (fault.mayRetry(safety) && number < backoff.attempts()) {
                backoff.after(number).execute(() -> attempt(number + 1, lost));
            } else {
                goOn(fault.error(lost, number));
            }
        }

        private void goOn(Throwable error) {
            CompletableFuture<T> unused = otherwise.apply(error).whenComplete((value, further) -> {
                if (further == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(AsyncLoop.failure(further));
                }
            });
        }
    }
}
