package dev.varve.series.internal.packed.journal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Unavailable;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.table.Condition;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Takes over the journals of writers that ended. */
final class TakeOver {

    /** How often a fence is tried. A writer that appends so often in between is alive; its lease will tell. */
    static final int MAX_FENCE_TRIES = 100;

    /** How many journals are taken over at the same time. */
    private static final int PARALLEL = 4;

    private final JournalTable table;
    private final String own;
    private final Set<String> earlier;
    private final Map<String, TakenOverJournal> taken = new ConcurrentHashMap<>();

    /** @param earlier the earlier names of this process */
    TakeOver(JournalTable table, String own, Set<String> earlier) {
        this.table = table;
        this.own = own;
        this.earlier = earlier;
    }

    CompletableFuture<List<TakenOverJournal>> run() {
        return table.writers().thenCompose(writers -> {
            Map<String, WriterItem> byName =
                    writers.stream().collect(Collectors.toMap(WriterItem::writer, Function.identity()));
            taken.values().removeIf(journal -> journal.isRemoved() || !byName.containsKey(journal.writer()));
            Instant now = table.now();
            List<WriterItem> ended = writers.stream()
                    .filter(writer -> isFree(writer, byName, now))
                    .sorted(Comparator.comparingInt(writer -> owners(writer, byName)))
                    .toList();
            return ParallelCalls.map(ended, PARALLEL, this::take).thenApply(results -> {
                List<TakenOverJournal> journals =
                        results.stream().flatMap(Optional::stream).toList();
                journals.forEach(journal -> taken.put(journal.writer(), journal));
                return journals;
            });
        });
    }

    /**
     * Counts the writers that took this journal over, one from the other. The journal of such a writer may hold the first rows
     * of this one, so it is applied before: the last rows are then those of the complete journal.
     */
    private static int owners(WriterItem writer, Map<String, WriterItem> byName) {
        int count = 0;
        WriterItem owner = byName.get(writer.by());
        while (owner != null && count < byName.size()) {
            count++;
            owner = byName.get(owner.by());
        }
        return count;
    }

    private boolean isFree(WriterItem writer, Map<String, WriterItem> byName, Instant now) {
        if (writer.writer().equals(own) || taken.containsKey(writer.writer())) {
            return false;
        }
        if (writer.fence() == 0) {
            return !writer.isLive(now) || earlier.contains(writer.writer());
        }
        // A journal belongs to the process that took it over, as long as that one lives.
        WriterItem owner = byName.get(writer.by());
        return owner == null || writer.by().equals(own) || earlier.contains(writer.by()) || !owner.isLive(now);
    }

    private CompletableFuture<Optional<TakenOverJournal>> take(WriterItem writer) {
        return fence(writer)
                .thenCompose(fence -> claim(writer, fence)
                        .thenCompose(isClaimed -> isClaimed
                                ? unlessEmpty(new TakenOverJournal(table, own, writer, fence))
                                : CompletableFuture.completedFuture(Optional.empty())));
    }

    /** Returns the journal, or removes it if it has no records. */
    private static CompletableFuture<Optional<TakenOverJournal>> unlessEmpty(TakenOverJournal journal) {
        return journal.read(0)
                .thenCompose(records -> records.isEmpty()
                        ? journal.trim(Long.MAX_VALUE).thenApply(done -> Optional.empty())
                        : CompletableFuture.completedFuture(Optional.of(journal)));
    }

    /** Puts a fence behind the last record, unless there is one; returns its number. */
    private CompletableFuture<Long> fence(WriterItem writer) {
        Frames frames = table.frames(writer.writer());
        AtomicLong fence = new AtomicLong(writer.fence());
        AtomicInteger tries = new AtomicInteger();
        return AsyncLoop.untilDone(() -> {
                    if (writer.fence() > 0) {
                        return CompletableFuture.completedFuture(true);
                    } else if (tries.incrementAndGet() > MAX_FENCE_TRIES) {
                        throw new Unavailable(
                                "packed.writer-alive",
                                "writer \"%s\" appends faster than it can be fenced: try again later"
                                        .formatted(writer.writer()));
                    }
                    return frames.end().thenCompose(end -> {
                        fence.set(end.isFence() ? end.number() : Math.max(end.number(), writer.reached()) + 1);
                        return end.isFence()
                                ? CompletableFuture.completedFuture(true)
                                : frames.putFence(fence.get(), own).thenApply(WriteResult::isWritten);
                    });
                })
                .thenApply(done -> fence.get());
    }

    /** Notes in the writer's item that this process took it over; returns false if another process did, or finished it. */
    private CompletableFuture<Boolean> claim(WriterItem writer, long fence) {
        Condition unchanged = writer.by().isEmpty()
                ? attr(WriterItem.BY).absent()
                : attr(WriterItem.BY).is(writer.by());
        Update update = Update.of(table.writerKey(writer.writer()))
                .set(WriterItem.FENCED, fence)
                .set(WriterItem.BY, own)
                .when(attr(WriterItem.UNTIL).exists().and(unchanged));
        return table.table()
                .update(update)
                .thenApply(result -> !(result instanceof WriteResult.ConditionFailed failed)
                        // A repeated request fails if the first one was carried out.
                        || failed.find()
                                .filter(item -> own.equals(JournalTable.text(item.value(WriterItem.BY))))
                                .isPresent());
    }
}
