package dev.varve.core.feed;

import dev.varve.core.table.Key;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One more try of everything that is parked, in order. */
final class Retrial {

    private static final int PAGE = 25;

    private final StateTable table;
    private final ParkingLot lot;
    private final Handlers handler;
    private final Deque<Parked> rest = new ArrayDeque<>();
    private final Set<Key> stuck = new HashSet<>();
    private long last;
    private boolean isLastPage;

    Retrial(StateTable table, ParkingLot lot, Handlers handler) {
        this.table = table;
        this.lot = lot;
        this.handler = handler;
    }

    /** Tries the next change; says whether there may be more. Fails with an error that passes by itself. */
    CompletableFuture<Boolean> next() {
        Parked parked = rest.pollFirst();
        if (parked == null) {
            return isLastPage ? CompletableFuture.completedFuture(false) : read();
        }
        if (stuck.contains(parked.change().key())) {
            return CompletableFuture.completedFuture(true);
        }
        return Failures.of(handOver(parked))
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

    private CompletableFuture<Void> handOver(Parked parked) {
        return parked.complete() ? handler.handle(List.of(parked.change())) : handler.handleTrimmed();
    }

    private CompletableFuture<Void> failed(Parked parked, Throwable cause) {
        if (Failures.isTransient(cause)) {
            return CompletableFuture.failedFuture(cause);
        }
        stuck.add(parked.change().key());
        return lot.keep(parked, cause);
    }
}
