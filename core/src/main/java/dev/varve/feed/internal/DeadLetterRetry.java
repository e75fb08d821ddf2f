package dev.varve.feed.internal;

import dev.varve.feed.DeadLetter;
import dev.varve.table.Key;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One more try of everything that is parked, in order. */
public final class DeadLetterRetry {

    private static final int PAGE = 25;

    private final ConsumerStateStore table;
    private final DeadLetterQueue lot;
    private final HandlerCalls handler;
    private final Deque<DeadLetter> rest = new ArrayDeque<>();
    private final Set<Key> stuck = new HashSet<>();
    private long last;
    private boolean isLastPage;

    public DeadLetterRetry(ConsumerStateStore table, DeadLetterQueue lot, HandlerCalls handler) {
        this.table = table;
        this.lot = lot;
        this.handler = handler;
    }

    /** Tries the next change; says whether there may be more. Fails with an error that passes by itself. */
    public CompletableFuture<Boolean> next() {
        DeadLetter parked = rest.pollFirst();
        if (parked == null) {
            return isLastPage ? CompletableFuture.completedFuture(false) : read();
        }
        if (stuck.contains(parked.change().key())) {
            return CompletableFuture.completedFuture(true);
        }
        return FailureClassifier.of(handOver(parked))
                .thenCompose(error -> error.isEmpty() ? lot.remove(parked) : failed(parked, error.get()))
                .thenApply(done -> true);
    }

    private CompletableFuture<Boolean> read() {
        return table.parked(last, PAGE).thenApply(page -> {
            page.items().stream().map(table::parked).forEach(rest::addLast);
            isLastPage = page.isLast();
            last = rest.isEmpty() ? last : rest.getLast().number();
            return true;
        });
    }

    private CompletableFuture<Void> handOver(DeadLetter parked) {
        return parked.complete() ? handler.handle(List.of(parked.change())) : handler.handleTrimmed();
    }

    private CompletableFuture<Void> failed(DeadLetter parked, Throwable cause) {
        if (FailureClassifier.isTransient(cause)) {
            return CompletableFuture.failedFuture(cause);
        }
        stuck.add(parked.change().key());
        return lot.keep(parked, cause);
    }
}
