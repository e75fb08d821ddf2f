package dev.varve.notify;

import dev.varve.alert.AlertNotice;
import dev.varve.alert.Notifier;
import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Posts each notice as JSON. A call that fails, times out, or is answered with 429 or 5xx is repeated a few times, each
 * time after twice the wait; any other answer but 2xx fails at once. The header {@code Idempotency-Key} is the same for
 * all calls of one notice.
 */
public final class WebhookNotifier implements Notifier {

    private static final int MAX_ATTEMPTS = 3;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration DEFAULT_WAIT = Duration.ofMillis(500);

    /** No answer is waited for longer, and no second call. */
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    private static final int TOO_MANY_REQUESTS = 429;

    private final HttpClient client;
    private final URI target;
    private final Duration timeout;
    private final Duration wait;
    private final Function<Duration, Executor> later;

    private WebhookNotifier(
            HttpClient client, URI target, Duration timeout, Duration wait, Function<Duration, Executor> later) {
        this.client = client;
        this.target = target;
        this.timeout = timeout;
        this.wait = wait;
        this.later = later;
    }

    /** Returns a notifier that posts to this address, at most three times in about 17 seconds. */
    public static WebhookNotifier to(URI target) {
        String scheme = target.getScheme();
        if (!"https".equals(scheme) && !"http".equals(scheme)) {
            throw new Rejected(
                    "notify.webhook-address",
                    "a webhook cannot be called at %s: give an address with https or http".formatted(target));
        }
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(DEFAULT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        return new WebhookNotifier(
                client,
                target,
                DEFAULT_TIMEOUT,
                DEFAULT_WAIT,
                // The client's own threads send; this one only hands over, and nothing blocks.
                delay -> CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, Runnable::run));
    }

    /** Waits so long for each answer, at most an hour. */
    public WebhookNotifier timeout(Duration newTimeout) {
        return new WebhookNotifier(client, target, positive("timeout", newTimeout), wait, later);
    }

    /** Waits so long before the second call, at most an hour, and twice as long before each further one. */
    public WebhookNotifier backOff(Duration newWait) {
        return new WebhookNotifier(client, target, timeout, positive("backOff", newWait), later);
    }

    private static Duration positive(String what, Duration duration) {
        return Durations.positive("notify.webhook-duration", what + " of a webhook", duration, MAX_WAIT);
    }

    @Override
    public CompletableFuture<Void> notify(AlertNotice notice) {
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", notice.id())
                .POST(HttpRequest.BodyPublishers.ofString(NoticeJson.of(notice), StandardCharsets.UTF_8))
                .build();
        return attempt(request, 1);
    }

    private CompletableFuture<Void> attempt(HttpRequest request, int attempt) {
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle((response, error) -> error == null ? answered(response.statusCode()) : failed(error))
                .thenCompose(failure -> {
                    if (failure.kind() == Kind.NONE) {
                        return CompletableFuture.completedFuture(null);
                    } else if (failure.kind() == Kind.FINAL || attempt >= MAX_ATTEMPTS) {
                        return CompletableFuture.failedFuture(new IOException("webhook %s, attempt %s of %s: %s"
                                .formatted(target, attempt, MAX_ATTEMPTS, failure.reason())));
                    }
                    Duration delay = wait.multipliedBy(1L << (attempt - 1));
                    return CompletableFuture.runAsync(() -> {}, later.apply(delay))
                            .thenCompose(waited -> attempt(request, attempt + 1));
                });
    }

    private enum Kind {
        NONE,
        PASSING,
        FINAL
    }

    private record Failure(Kind kind, String reason) {}

    private static Failure answered(int status) {
        if (status >= 200 && status < 300) {
            return new Failure(Kind.NONE, "");
        }
        boolean isPassing = status == TOO_MANY_REQUESTS || status >= 500;
        return new Failure(isPassing ? Kind.PASSING : Kind.FINAL, "answered " + status);
    }

    private static Failure failed(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return new Failure(Kind.PASSING, cause.toString());
    }
}
