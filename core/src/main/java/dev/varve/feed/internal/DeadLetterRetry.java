package dev.varve.feed.internal;

import dev.varve.feed.DeadLetter;
import dev.varve.table.Key;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Delivers all dead letters again, in order. */
public final class DeadLetterRetry {

    private static final int PAGE = 25;

    private final ConsumerStateStore table;
    private final DeadLetterQueue deadLetters;
    private final HandlerCalls handler;
    private final Deque<DeadLetter> rest = new ArrayDeque<>();
    private final Set<Key> stuck = new HashSet<>();
    private long last;
    private boolean isLastPage;

    public DeadLetterRetry(ConsumerStateStore table, DeadLetterQueue deadLetters, HandlerCalls handler) {
        this.table = table;
        this.deadLetters = deadLetters;
        this.handler = handler;
    }

    /** Delivers the next dead letter; returns whether there may be more. Fails only with a transient error. */
    public CompletableFuture<Boolean> next() {
        DeadLetter deadLetter = rest.pollFirst();
        if (deadLetter == null) {
            return isLastPage ? CompletableFuture.completedFuture(false) : read();
        }
        if (stuck.contains(deadLetter.change().key())) {
            return CompletableFuture.completedFuture(true);
        }
        return FailureClassifier.of(deliver(deadLetter))
                .thenCompose(
                        error -> error.isEmpty() ? deadLetters.remove(deadLetter) : failed(deadLetter, error.get()))
                .thenApply(done -> true);
    }

    private CompletableFuture<Boolean> read() {
        return table.deadLetters(last, PAGE).thenApply(page -> {
            page.items().stream().map(table::deadLetter).forEach(rest::addLast);
            isLastPage = page.isLast();
            last = rest.isEmpty() ? last : rest.getLast().number();
            return true;
        });
    }

    private CompletableFuture<Void> deliver(DeadLetter deadLetter) {
        return deadLetter.complete() ? handler.handle(List.of(deadLetter.change())) : handler.handleTrimmed();
    }

    private CompletableFuture<Void> failed(DeadLetter deadLetter, Throwable cause) {
        if (FailureClassifier.isTransient(cause)) {
            return CompletableFuture.failedFuture(cause);
        }
        stuck.add(deadLetter.change().key());
        return deadLetters.keep(deadLetter, cause);
    }
}
