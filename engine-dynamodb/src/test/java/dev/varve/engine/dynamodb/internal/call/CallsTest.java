package dev.varve.engine.dynamodb.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.dynamodb.Retries;
import dev.varve.error.OutcomeUnknown;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

class CallsTest {

    /** A client that is never called: the operations of these tests return their results directly. */
    private static final class NoClient implements DynamoDbAsyncClient {
        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    private static final CompletableFuture<PutItemResponse> ANSWERED =
            CompletableFuture.completedFuture(PutItemResponse.builder().build());
    private static final CompletableFuture<PutItemResponse> FAILED = CompletableFuture.failedFuture(
            new CompletionException(ConditionalCheckFailedException.builder().build()));

    private static CompletableFuture<String> send(
            Executor executor,
            CompletableFuture<PutItemResponse> answer,
            Function<PutItemResponse, String> read,
            Function<Throwable, CompletableFuture<String>> otherwise) {
        Retries retries = new Retries(3, Duration.ZERO, Duration.ZERO);
        Calls<DynamoDbAsyncClient> calls =
                new Calls<>(new NoClient(), executor, new Backoff(retries, new SplittableRandom(1), executor));
        return calls.send(PutItemRequest.builder().build(), RetrySafety.ONCE, (client, put) -> answer, read, otherwise);
    }

    private static Throwable errorOf(CompletableFuture<String> future) {
        assertThat(future).isCompletedExceptionally();
        // Not join(), which would unwrap the error.
        return future.handle((value, error) -> error).join();
    }

    @Test
    void responseIsRead() {
        assertThat(send(Runnable::run, ANSWERED, response -> "read", CompletableFuture::failedFuture))
                .isCompletedWithValue("read");
    }

    @Test
    void exceptionOfTheReaderIsTheError() {
        IllegalStateException thrown = new IllegalStateException();
        assertThat(errorOf(send(
                        Runnable::run,
                        ANSWERED,
                        response -> {
                            throw thrown;
                        },
                        CompletableFuture::failedFuture)))
                .isSameAs(thrown);
        AssertionError fatal = new AssertionError();
        assertThat(errorOf(send(
                        Runnable::run,
                        ANSWERED,
                        response -> {
                            throw fatal;
                        },
                        CompletableFuture::failedFuture)))
                .isSameAs(fatal);
    }

    @Test
    void failureCanBeConvertedToAResult() {
        assertThat(send(
                        Runnable::run,
                        FAILED,
                        response -> "read",
                        error -> CompletableFuture.completedFuture(
                                error.getClass().getSimpleName())))
                .isCompletedWithValue("ConditionalCheckFailedException");
    }

    @Test
    void errorsAreNeverWrapped() {
        IllegalStateException further = new IllegalStateException();
        assertThat(errorOf(send(
                        Runnable::run,
                        FAILED,
                        response -> "read",
                        error -> CompletableFuture.failedFuture(new CompletionException(further)))))
                .isSameAs(further);
        assertThat(errorOf(send(Runnable::run, FAILED, response -> "read", error -> {
                    throw further;
                })))
                .isSameAs(further);
        assertThat(errorOf(send(Runnable::run, FAILED, response -> "read", CompletableFuture::failedFuture)))
                .isInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void outcomeIsUnknownIfTheExecutorRejectsTheContinuation() {
        Executor full = task -> {
            throw new RejectedExecutionException();
        };
        assertThat(errorOf(send(full, ANSWERED, response -> "read", CompletableFuture::failedFuture)))
                .isInstanceOf(OutcomeUnknown.class);
    }
}
