package dev.varve.memory;

import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.Key;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The newest changes of one table, numbered from 1. */
final class MemoryFeed implements ChangeFeed {

    private final MemoryEngine engine;
    private final int kept;
    private final Deque<Change> changes = new ArrayDeque<>();
    private long newest;

    MemoryFeed(MemoryEngine engine, int kept) {
        this.engine = engine;
        this.kept = kept;
    }

    void record(Key key, @Nullable Item before, @Nullable Item after, Change.Cause cause) {
        if (Objects.equals(before, after)) {
            return;
        }
        newest++;
        changes.addLast(new Change(position(newest), engine.now(), key, before, after, cause));
        if (changes.size() > kept) {
            changes.removeFirst();
        }
    }

    @Override
    public CompletableFuture<FeedPage> read(FeedPosition after, int most) {
        return engine.locked(() -> {
            long oldest = newest - changes.size();
            long from = after.equals(FeedPosition.BEGINNING) ? oldest : number(after);
            if (from < oldest) {
                return new FeedPage.Trimmed(position(oldest));
            }
            List<Change> read = changes.stream().skip(from - oldest).limit(most).toList();
            return new FeedPage.Changes(read, position(from + read.size()));
        });
    }

    @Override
    public CompletableFuture<FeedPosition> end() {
        return engine.locked(() -> position(newest));
    }

    private static FeedPosition position(long number) {
        return new FeedPosition(Long.toString(number));
    }

    private long number(FeedPosition position) {
        try {
            long number = Long.parseLong(position.text());
            if (number >= 0 && number <= newest) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Rejected below, like a number that was never used.
        }
        throw new Rejected("feed.position", "\"%s\" is not a position of this feed".formatted(position.text()));
    }
}
