package dev.varve.series.internal.packed.journal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.CorruptData;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.Condition;
import java.time.Instant;

/**
 * The item of one writer: its lease and what it knows of its journal.
 *
 * @param until when the lease ends, in epoch milliseconds
 * @param trimmed the number up to which records are obsolete
 * @param last a number that the writer reached; it may have appended more records since
 * @param fence the number of the fence, 0 if there is none
 * @param by the writer that took the journal over, empty if there is none
 * @param adopted the last record, once the journal of a writer that took it over, or blocks, hold all rows; otherwise 0
 */
record WriterItem(String writer, long until, long trimmed, long last, long fence, String by, long adopted) {

    static final String UNTIL = "until";
    static final String TRIMMED = "trimmed";
    static final String LAST = "last";
    static final String FENCED = "fenced";
    static final String BY = "by";
    static final String ADOPTED = "adopted";

    static Item initial(long until) {
        return Item.of(UNTIL, until, TRIMMED, 0L, LAST, 0L);
    }

    static WriterItem read(String writer, Item item) {
        return new WriterItem(
                writer,
                number(writer, item, UNTIL),
                number(writer, item, TRIMMED),
                number(writer, item, LAST),
                item.has(FENCED) ? number(writer, item, FENCED) : 0,
                item.value(BY) instanceof Value.Text text ? text.value() : "",
                item.has(ADOPTED) ? number(writer, item, ADOPTED) : 0);
    }

    /** Holds for the item of a writer whose journal nobody has taken over. */
    static Condition isUnfenced() {
        return attr(UNTIL).exists().and(attr(FENCED).absent());
    }

    boolean isLive(Instant now) {
        return fence == 0 && until > now.toEpochMilli();
    }

    /** Returns a number that the journal has certainly reached, even if its frames have expired. */
    long reached() {
        return Math.max(trimmed, last);
    }

    private static long number(String writer, Item item, String name) {
        if (item.value(name) instanceof Num number && number.isLong()) {
            return number.longValueExact();
        }
        throw new CorruptData(
                "packed.writer-item",
                "the item of writer \"%s\" has %s = %s where a whole number is expected"
                        .formatted(writer, name, item.value(name)));
    }
}
