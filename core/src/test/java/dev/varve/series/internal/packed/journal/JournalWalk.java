package dev.varve.series.internal.packed.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.series.internal.packed.journal.FlakyTable.Fault;
import dev.varve.table.Journal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One random history of processes that share the journals of a series. */
final class JournalWalk {

    private static final int MAX_PROCESSES = 4;

    /** A process. After a crash nothing refers to it. */
    private static final class Worker {
        private TableJournals journals;
        private String writer;
        private boolean isBusy;

        Worker(TableJournals journals, String writer) {
            this.journals = journals;
            this.writer = writer;
        }
    }

    private final SplittableRandom random;
    private final JournalWorld world;
    private final List<Worker> processes = new ArrayList<>();

    /** The ids of acknowledged records by writer and number. */
    private final Map<String, TreeMap<Long, Long>> acknowledged = new HashMap<>();

    /** The ids of records that an owner or a process that read them has trimmed. */
    private final Set<Long> trimmed = new HashSet<>();

    private long nextId = 1;
    private int nextName = 1;
    private int depth;
    private int recovered;
    private int fenced;

    JournalWalk(long seed, JournalWorld world) {
        this.random = new SplittableRandom(seed);
        this.world = world;
    }

    int recovered() {
        return recovered;
    }

    int fenced() {
        return fenced;
    }

    void run(int steps) {
        world.table().meet(write -> switch (random.nextInt(40)) {
            case 0 -> Fault.THROTTLED;
            case 1 -> Fault.LOST;
            case 2 -> Fault.LATE;
            case 3 -> Fault.REPEATED;
            default -> Fault.NONE;
        });
        world.table().beforeEachCall(() -> {
            if (depth < 3 && random.nextInt(12) == 0) {
                step();
            }
        });
        for (int i = 0; i < steps; i++) {
            step();
        }
        finish();
    }

    private void step() {
        int drawn = random.nextInt(100);
        if (drawn < 4) {
            world.table().deliver();
        } else if (drawn < 10) {
            world.pass(Duration.ofSeconds(1 + random.nextInt(70)));
        } else if (processes.size() < MAX_PROCESSES && drawn < 20) {
            String writer = "w" + nextName++;
            // A clock that is behind hides from its process that the lease has ended; only the fence stops it.
            Duration skew = Duration.ofMinutes(random.nextBoolean() ? 0 : random.nextInt(-2, 11));
            InstantSource clock = () -> world.now().minus(skew);
            processes.add(new Worker(new TableJournals(world.table(), "readings", writer, clock), writer));
        } else {
            List<Worker> idle = processes.stream().filter(each -> !each.isBusy).toList();
            if (!idle.isEmpty()) {
                Worker process = idle.get(random.nextInt(idle.size()));
                process.isBusy = true;
                depth++;
                act(process, drawn);
                depth--;
                process.isBusy = false;
            }
        }
    }

    private void act(Worker process, int drawn) {
        if (drawn < 60) {
            append(process);
        } else if (drawn < 68) {
            attempt(process, () -> process.journals.renew());
        } else if (drawn < 74) {
            trim(process);
        } else if (drawn < 80) {
            readOwn(process);
        } else if (drawn < 83) {
            processes.remove(process);
        } else if (drawn < 85) {
            processes.remove(process);
            attempt(process, () -> process.journals.close());
        } else {
            takeOver(process);
        }
    }

    /** Returns the result, or null if the call failed. A writer that was fenced gets a new name. */
    private <T> @Nullable T attempt(Worker process, Supplier<CompletableFuture<T>> call) {
        try {
            return call.get().join();
        } catch (RuntimeException e) {
            assertThat(AsyncLoop.failure(e)).isInstanceOf(VarveException.class);
            assertThat(((VarveException) AsyncLoop.failure(e)).code())
                    .isIn("packed.writer-fenced", "test.throttled", "test.lost");
            if (AsyncLoop.failure(e) instanceof WriterFenced) {
                fenced++;
                process.writer = "w" + nextName++;
                process.journals = process.journals.renamed(process.writer);
            }
            return null;
        }
    }

    private void append(Worker process) {
        String writer = process.writer;
        long id = nextId++;
        Journal journal = process.journals.own();
        Journal.Appended appended = attempt(process, () -> journal.append(content(id)));
        if (appended != null) {
            TreeMap<Long, Long> all = acknowledged.computeIfAbsent(writer, first -> new TreeMap<>());
            if (!all.isEmpty()) {
                assertThat(appended.number()).isGreaterThan(all.lastKey());
            }
            all.put(appended.number(), id);
        }
    }

    private byte[] content(long id) {
        int length = random.nextInt(30) == 0 ? random.nextInt(1_500_000) : random.nextInt(100);
        byte[] content = ByteBuffer.allocate(Long.BYTES + length).putLong(id).array();
        // The last byte as well, so that a record of wrong parts is noticed.
        content[content.length - 1] = (byte) id;
        return content;
    }

    private static long id(Journal.Entry entry) {
        long id = ByteBuffer.wrap(entry.content()).getLong();
        assertThat(entry.content()[entry.content().length - 1]).isEqualTo((byte) id);
        return id;
    }

    private void trim(Worker process) {
        String writer = process.writer;
        TreeMap<Long, Long> all = acknowledged.getOrDefault(writer, new TreeMap<>());
        if (!all.isEmpty()) {
            long upTo = random.nextBoolean() ? all.lastKey() : 1 + random.nextLong(all.lastKey());
            trimmed.addAll(all.headMap(upTo, true).values());
            Journal journal = process.journals.own();
            attempt(process, () -> journal.trim(upTo));
        }
    }

    /** Checks that a journal has this process's records. A fenced one may be trimmed by the process that took it over. */
    private void readOwn(Worker process) {
        Map<Long, Long> expected = new TreeMap<>(acknowledged.getOrDefault(process.writer, new TreeMap<>()));
        Map<Long, Long> found = readAll(process.journals.own());
        expected.forEach((number, id) -> {
            if (!trimmed.contains(id)) {
                assertThat(found).containsEntry(number, id);
            }
        });
    }

    private Map<Long, Long> readAll(Journal journal) {
        Map<Long, Long> found = new TreeMap<>();
        long before = 0;
        for (Journal.Entry entry : JournalWorld.entries(journal, 0)) {
            assertThat(entry.number()).isGreaterThan(before);
            before = entry.number();
            found.put(entry.number(), id(entry));
        }
        return found;
    }

    private void takeOver(Worker process) {
        TableJournals journals = process.journals;
        List<? extends Journal> taken = attempt(process, journals::takeOver);
        for (Journal journal : taken == null ? List.<Journal>of() : taken) {
            Map<Long, Long> found = new TreeMap<>(readAll(journal));
            recovered += found.size();
            if (!found.isEmpty() && random.nextInt(4) > 0) {
                List<Long> numbers = List.copyOf(found.keySet());
                long upTo = random.nextBoolean()
                        ? numbers.get(numbers.size() - 1)
                        : numbers.get(random.nextInt(numbers.size()));
                found.forEach((number, id) -> {
                    if (number <= upTo) {
                        trimmed.add(id);
                    }
                });
                attempt(process, () -> journal.trim(upTo));
            }
        }
    }

    private void finish() {
        world.table().meet(write -> Fault.NONE);
        world.table().beforeEachCall(() -> {});
        TableJournals last = world.open("last");
        Set<Long> found = new HashSet<>(trimmed);
        // Twice, because a late write may list a writer again.
        for (int i = 0; i < 2; i++) {
            world.pass(Duration.ofMinutes(10));
            for (Journal journal : last.takeOver().join()) {
                found.addAll(readAll(journal).values());
                journal.trim(Long.MAX_VALUE).join();
            }
            world.table().deliver();
        }
        acknowledged.forEach((writer, records) -> assertThat(found).as(writer).containsAll(records.values()));
        assertThat(world.keys().stream().filter(key -> key.startsWith("JOURNAL#readings /")))
                .containsExactly("JOURNAL#readings / WRITER#last");
        for (Worker process : processes) {
            boolean isNew = acknowledged.get(process.writer) == null;
            if (!isNew) {
                assertThatThrownBy(
                                () -> process.journals.own().append(new byte[1]).join())
                        .hasCauseInstanceOf(WriterFenced.class);
            }
        }
    }
}
