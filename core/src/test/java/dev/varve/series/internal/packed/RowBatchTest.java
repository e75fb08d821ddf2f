package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.engine.ForwardingEngine;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Seeded;
import dev.varve.error.Unavailable;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.bucket.PreparedRow;
import dev.varve.series.internal.packed.bucket.RowBatch;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.packed.row.RowWrite;
import dev.varve.series.internal.packed.row.Shapes;
import dev.varve.table.Condition;
import dev.varve.table.Journal;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Batches of prepared rows, several in one step, do what the same rows do that are written one by one. */
class RowBatchTest {

    record Reading(String deviceId, Instant at, Map<String, Double> more, Optional<String> note) {}

    private static final Instant START = Instant.parse("2026-04-20T00:00:00Z");
    private static final Duration KEEP = Duration.ofHours(3);
    private static final int SECONDS = 3 * 3_600;

    /** What the journal does with its next record. */
    private enum Fault {
        NONE,
        /** Nothing is written. */
        REFUSED,
        /** The record is written, and the answer is lost. */
        LOST
    }

    /** An engine that is opened again and again, as after a crash, and whose journal fails on demand. */
    private final class Site extends ForwardingEngine implements FeedSource {
        private final MemoryEngine memory;
        private final Series<Reading> declared;
        private Fault fault = Fault.NONE;
        private OpenSeries<Reading> series;
        private PackedStore store;

        private Site(MemoryEngine memory, Series<Reading> declared) {
            super(memory);
            this.memory = memory;
            this.declared = declared;
            series = Varve.on(this).owner("test").open("readings", declared).series(declared);
            store = Objects.requireNonNull(SeriesAccess.instance().packed(series));
        }

        Site reopened() {
            return new Site(memory, declared);
        }

        @Override
        public ChangeFeed changes(String table) {
            return memory.changes(table);
        }

        @Override
        public Optional<Journal> journal(TableSchema schema, String name) {
            return memory.journal(schema, name).map(ReopenedJournal::new).map(journal -> new Journal() {
                @Override
                public CompletableFuture<Appended> append(byte[] content) {
                    Fault now = fault;
                    fault = Fault.NONE;
                    if (now == Fault.REFUSED) {
                        return CompletableFuture.failedFuture(new Unavailable("test.down", "nothing is written"));
                    }
                    return journal.append(content)
                            .thenCompose(appended -> now == Fault.LOST
                                    ? CompletableFuture.failedFuture(new OutcomeUnknown("test.lost", "no answer"))
                                    : CompletableFuture.completedFuture(appended));
                }

                @Override
                public CompletableFuture<List<Entry>> read(long after) {
                    return journal.read(after);
                }

                @Override
                public CompletableFuture<Void> trim(long upTo) {
                    return journal.trim(upTo);
                }

                @Override
                public CompletableFuture<Long> trimmed() {
                    return journal.trimmed();
                }
            });
        }

        @Override
        public void close() {}
    }

    /** One row on its way: prepared for a batch, or another write. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    private record Write(@Nullable PreparedRow prepared, double[] values, RowWrite write) {}

    private Instant now = START;

    private static Series<Reading> declared(ConflictPolicy policy, boolean expires) {
        SeriesBuilder<Reading> series = Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .tick(Tick.SECONDS)
                .onConflict(policy)
                .packed();
        return (expires ? series.keep(KEEP) : series).build();
    }

    private static List<PreparedRow> forms(RandomGenerator random) {
        List<PreparedRow> forms = new ArrayList<>();
        Shapes shapes = new Shapes();
        for (int device = 0; device < 4; device++) {
            Parts identity = Parts.of("deviceId", "d" + device);
            for (List<String> names : List.of(List.of("b", "a"), List.of("a"), List.of("c", "a", "b"))) {
                PreparedRow plain = PreparedRow.of(identity, "more", names, Map.of());
                PreparedRow noted =
                        PreparedRow.of(identity, "more", names, Map.of("note", "hall " + random.nextInt(2)));
                forms.add(plain.sharing(shapes.shared(plain.shape())));
                forms.add(noted);
            }
        }
        return forms;
    }

    private static Write write(RandomGenerator random, List<PreparedRow> forms, long tick, ConflictPolicy policy) {
        PreparedRow form = forms.get(random.nextInt(forms.size()));
        double[] values = new double[form.shape().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(3) - 1.0;
        }
        RowBatch one = new RowBatch(policy, 1);
        one.add(form, tick, values, 0);
        Row row = Objects.requireNonNull(one.row(0));
        return switch (random.nextInt(12)) {
            case 0 -> new Write(null, values, RowWrite.when(form.identity(), tick, null, Condition.always()));
            case 1 -> new Write(null, values, RowWrite.when(form.identity(), tick, row, Condition.always()));
            default -> new Write(form, values, RowWrite.append(form.identity(), row, policy));
        };
    }

    private static String shown(RowResult result) {
        return result.kind() + " " + result.existing();
    }

    @Test
    void batchesDoWhatSingleWritesDo() {
        Seeded.runs(40, random -> {
            now = START;
            ConflictPolicy policy = List.of(ConflictPolicy.values()).get(random.nextInt(3));
            Series<Reading> declared = declared(policy, random.nextBoolean());
            Site batched = new Site(new MemoryEngine(() -> now), declared);
            Site single = new Site(new MemoryEngine(() -> now), declared);
            List<PreparedRow> forms = forms(random);
            long tick = START.getEpochSecond();
            for (int step = 0; step < 25; step++) {
                now = now.plusSeconds(random.nextInt(SECONDS / 10));
                List<List<Write>> group = new ArrayList<>();
                for (int batch = random.nextInt(1, 4); batch > 0; batch--) {
                    List<Write> writes = new ArrayList<>();
                    // All of a batch prepared, or all of it other writes: this is how callers give them.
                    boolean isPrepared = random.nextInt(5) > 0;
                    for (int i = random.nextInt(12); i >= 0; i--) {
                        tick += random.nextLong(3) * random.nextInt(200);
                        long late = random.nextInt(4) == 0 ? tick - random.nextInt(2_000) : tick;
                        Write write = write(random, forms, late, policy);
                        if (!isPrepared || write.prepared() != null) {
                            writes.add(isPrepared ? write : new Write(null, write.values(), write.write()));
                        }
                    }
                    group.add(writes);
                }
                Fault fault = Fault.values()[Math.max(0, random.nextInt(12) - 9)];
                write(batched, single, group, policy, fault);
                upkeep(random.nextInt(12), batched, single);
                if (random.nextInt(12) == 0) {
                    batched = batched.reopened();
                    single = single.reopened();
                }
                compare(batched, single, fault);
            }
        });
    }

    private static void write(Site batched, Site single, List<List<Write>> group, ConflictPolicy policy, Fault fault) {
        batched.fault = fault;
        CompletableFuture<Void> hold = new CompletableFuture<>();
        var unused = batched.store.loop().runAsync(() -> hold);
        List<CompletableFuture<List<RowResult>>> results = new ArrayList<>();
        for (List<Write> writes : group) {
            results.add(
                    writes.isEmpty() || writes.get(0).prepared() != null
                            ? batched.store.write(batch(writes, policy))
                            : batched.store.write(
                                    writes.stream().map(Write::write).toList()));
        }
        hold.complete(null);
        // A step without a change appends nothing, so that the fault waits for a later one.
        boolean hasFailed = results.stream().anyMatch(CompletableFuture::isCompletedExceptionally);
        batched.fault = Fault.NONE;
        // A record whose answer was lost is read before the next step.
        batched.store.loop().run(() -> {}).join();
        if (hasFailed && fault == Fault.REFUSED) {
            return;
        }
        for (int i = 0; i < group.size(); i++) {
            List<String> expected = new ArrayList<>();
            for (Write write : group.get(i)) {
                expected.add(
                        shown(single.store.write(List.of(write.write())).join().get(0)));
            }
            if (!hasFailed) {
                assertThat(results.get(i).join().stream().map(RowBatchTest::shown))
                        .isEqualTo(expected);
            }
        }
    }

    private static RowBatch batch(List<Write> writes, ConflictPolicy policy) {
        RowBatch batch = new RowBatch(policy, writes.size() / 2);
        for (Write write : writes) {
            double[] later = new double[write.values().length + 1];
            System.arraycopy(write.values(), 0, later, 1, write.values().length);
            batch.add(Objects.requireNonNull(write.prepared()), write.write().tick(), later, 1);
        }
        return batch;
    }

    /** Seals the buckets, drops them from memory, or asks for the newest rows. */
    private static void upkeep(int kind, Site... sites) {
        List<Object> latest = new ArrayList<>();
        for (Site site : sites) {
            switch (kind) {
                case 0 -> site.store.flush().join();
                case 1 -> {
                    site.store.flush().join();
                    site.store
                            .loop()
                            .run(site.store.state().memory()::dropSealed)
                            .join();
                }
                case 2 -> site.store.state().memory().dropSealed();
                default -> latest.add(site.series.latestOf(List.of("d0", "d1", "d2", "d3")));
            }
        }
        assertThat(latest).allMatch(each -> each.equals(latest.get(0)));
    }

    private static void compare(Site batched, Site single, Fault fault) {
        for (int device = 0; device < 4; device++) {
            assertThat(batched.series
                            .history("d" + device)
                            .between(START.minus(KEEP), START.plus(Duration.ofDays(9)))
                            .list())
                    .as("device %s, fault %s", device, fault)
                    .isEqualTo(single.series
                            .history("d" + device)
                            .between(START.minus(KEEP), START.plus(Duration.ofDays(9)))
                            .list());
        }
    }
}
