package dev.varve.proofs.crash;

import dev.varve.engine.Engine;
import dev.varve.item.Item;
import dev.varve.table.Journal;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.random.Draw;
import java.nio.ByteBuffer;

/**
 * The steps of the journal's writer in one round: each appends a record, puts a deferred row, and sometimes trims. What
 * a step does is a function of seed, round and step, so that the audit can compute what must be left.
 */
record JournalSteps(long seed, int round) {

    /** The number of the journal's writer in the reports, after those of the other writers. */
    static final int WRITER = CrashWorkload.WRITERS;

    private static final TableSchema SCHEMA = TableSchema.named("crash-journal").build();

    private static final int HEADER_BYTES = 8;
    private static final int SMALL_BYTES = 2_000;
    private static final int LARGE_BYTES = 200_000;
    private static final int LEFT_BY_TRIM = 5;

    static Table table(Engine engine) {
        return engine.open(SCHEMA).join();
    }

    static Journal journal(Engine engine) {
        return engine.journal(SCHEMA, "steps").orElseThrow();
    }

    void run(Journal journal, Table deferred, int step) {
        long number = journal.append(content(step)).join().number();
        deferred.blocking().put(row(step));
        if (trims(step)) {
            journal.trim(number - left(step)).join();
        }
    }

    /** Returns the record of a step: round, step, random bytes. */
    byte[] content(int step) {
        Draw draw = draw(step, 1);
        byte[] random = draw.bytes(draw.below(draw.chance(5) ? LARGE_BYTES : SMALL_BYTES));
        return ByteBuffer.allocate(HEADER_BYTES + random.length)
                .putInt(round)
                .putInt(step)
                .put(random)
                .array();
    }

    /** Returns the step that wrote this record, or −1 if it is not one of this round. */
    int step(byte[] content) {
        ByteBuffer header = ByteBuffer.wrap(content);
        return content.length >= HEADER_BYTES && header.getInt() == round ? header.getInt() : -1;
    }

    /** Returns the last step whose record is trimmed after this many steps; negative if there is none. */
    int trimmedAfter(int steps) {
        int last = -1;
        for (int step = 0; step < steps; step++) {
            last = trims(step) ? Math.max(last, step - left(step)) : last;
        }
        return last;
    }

    private boolean trims(int step) {
        return draw(step, 2).chance(20);
    }

    /** Returns how many records a trim leaves. */
    private int left(int step) {
        return draw(step, 3).below(LEFT_BY_TRIM);
    }

    Key key(int step) {
        return Key.of("round" + round, Integer.toString(step));
    }

    private Item row(int step) {
        return SCHEMA.key().asItem(key(step));
    }

    private Draw draw(int step, int purpose) {
        return new Draw((((seed * 1_000_003 + round) * 31 + WRITER) * 1_000_003L + step) * 7 + purpose);
    }
}
