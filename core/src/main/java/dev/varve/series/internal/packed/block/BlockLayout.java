package dev.varve.series.internal.packed.block;

import dev.varve.error.KeyTooLong;
import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.item.internal.Utf8;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SortKey;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Consistency;
import dev.varve.table.Key;
import dev.varve.table.Limits;
import dev.varve.table.Query;
import dev.varve.table.SortCondition;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The keys of blocks; pure. A block has the key of an event at the start of its bucket, followed by {@code ~} and the number
 * of its part in two digits: {@code READING#2026-04-20T14:00:00.000Z~00}. So blocks lie where their events would lie. The
 * further parts of a bucket that is too large for one transaction have a generation behind that: {@code ~01~8c1f03e2a94b75d6}.
 *
 * <p>Buckets are even spans of UTC time, cut where partitions or epochs of the layout change.
 */
public final class BlockLayout {

    /** The most buckets that are joined: a transaction has at most 100 items. */
    static final int MAX_JOINED_BUCKETS = 96;

    /** A bucket is stored in at most this many items. */
    public static final int MAX_PARTS = 100;

    /** Keys of identities with so few characters fit, whatever is encoded in them: a character takes up to nine bytes. */
    private static final int SURELY_SHORT = 80;

    /** Keys have no clock that is later. */
    private static final Instant LAST_CLOCK = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private static final String MARK = "~";
    private static final int MARK_WIDTH = 3;

    /** The mark and the 16 hexadecimal digits of a generation. */
    private static final int GENERATION_WIDTH = 17;

    /** What sorts behind the marks of all parts and generations. */
    private static final String AFTER_PARTS = "~~";

    private final SeriesLayout layout;
    private final Tick tick;
    private final long span;
    private final long daySpan;
    private final boolean isCut;
    private final long since;

    public BlockLayout(SeriesLayout layout, Duration span) {
        this(layout, span, null);
    }

    /** @param since the clock from which on events are packed, which is the start of a bucket; null if all are */
    public BlockLayout(SeriesLayout layout, Duration span, @Nullable Instant since) {
        this.layout = layout;
        this.tick = layout.tick();
        this.span = Math.max(1, span.toNanos() / tick.nanos());
        this.daySpan = daySpan(this.span, tick);
        this.isCut = layout.isBucketed() || !layout.changes().isEmpty();
        this.since = since == null ? Long.MIN_VALUE : ticks(since);
    }

    /** Returns the length of a day: as many buckets as fit into 24 hours, so few that one transaction replaces them. */
    private static long daySpan(long span, Tick tick) {
        long buckets = Duration.ofDays(1).toNanos() / tick.nanos() / span;
        return span * Math.max(1, Math.min(MAX_JOINED_BUCKETS, buckets));
    }

    /** The key of a block, without its generation. */
    public record BlockKey(Parts identity, long start, int part) {}

    /** The events of one identity that a query reads. */
    public record Selected(Parts identity, TickRange range) {}

    public Tick tick() {
        return tick;
    }

    /** Returns the first clock that is packed; earlier events are items. The least long if all are packed. */
    public long since() {
        return since;
    }

    public boolean isPacked(Instant clock) {
        return ticks(clock) >= since;
    }

    /** Returns the start of the bucket that a clock lies in. */
    public long start(long clock) {
        return isCut ? bucket(clock).from() : evenStart(clock, span);
    }

    private static long evenStart(long clock, long span) {
        long after = Math.floorMod(clock, span);
        // The first bucket of nanoseconds is cut by the range of a long.
        return clock < Long.MIN_VALUE + after ? Long.MIN_VALUE : clock - after;
    }

    /** Returns the bucket that a clock lies in. */
    public TickRange bucket(long clock) {
        return range(clock, span);
    }

    /**
     * Returns the day that a clock lies in: the buckets that are joined when they are old. It is a day of UTC, or shorter if the
     * buckets are many or do not divide a day.
     */
    public TickRange day(long clock) {
        return range(clock, daySpan);
    }

    /** Returns whether buckets are so short that they are joined. */
    public boolean isJoining() {
        return daySpan > span;
    }

    private TickRange range(long clock, long length) {
        long from = evenStart(clock, length);
        long left = length - Math.floorMod(clock, length);
        long to = clock > Long.MAX_VALUE - left ? Long.MAX_VALUE : clock + left;
        if (!isCut) {
            return new TickRange(from, to);
        }
        TimeRange same = layout.partitionRange(RowItems.instant(clock, tick));
        return new TickRange(Math.max(from, ticks(same.from())), Math.min(to, ticks(same.to())));
    }

    /** Returns whether all events of a range are in one partition. */
    public boolean isInOnePartition(TimeRange range) {
        return !isCut || !layout.partitionRange(range.from()).to().isBefore(range.to());
    }

    /** Returns an instant in ticks, rounded down; clocks that a long cannot hold become its ends. */
    public long ticks(Instant instant) {
        if (tick == Tick.SECONDS) {
            return instant.getEpochSecond();
        } else if (tick == Tick.MILLIS) {
            return instant.toEpochMilli();
        }
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
        } catch (ArithmeticException e) {
            return instant.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** Returns the ticks of an event's clock; rejects one that packed rows cannot hold. */
    public long requireTicks(Instant clock) {
        long ticks = ticks(clock);
        if (ticks == Long.MIN_VALUE || ticks == Long.MAX_VALUE) {
            throw new Rejected(
                    "packed.clock-range",
                    "the clock %s is outside of 1677 to 2262, the range of nanoseconds in packed series: declare a coarser tick"
                            .formatted(Tick.SECONDS.text(clock)));
        }
        return ticks;
    }

    /** Returns whether the keys of an identity fit into a table, whatever the clock is. */
    public boolean isSurelyShort(Parts identity) {
        int length = 0;
        for (String name : layout.identity()) {
            length += identity.show(name).length();
        }
        return length <= SURELY_SHORT;
    }

    /** Rejects an identity whose key is too long for a table. */
    public void requireKey(Parts identity, Instant clock) {
        if (!isSurelyShort(identity)) {
            Key key = key(identity, start(ticks(clock)), 0);
            if (key.sort() instanceof Value.Text sort && Utf8.length(sort.value()) > Limits.MAX_SORT_KEY_BYTES) {
                throw new KeyTooLong("the sort key of a block of %s needs more than %s bytes: shorten %s"
                        .formatted(abbreviated(identity), Limits.MAX_SORT_KEY_BYTES, layout.identity()));
            }
        }
    }

    private static String abbreviated(Parts identity) {
        String text = identity.toString();
        return text.length() <= 80 ? text : text.substring(0, 77) + "…";
    }

    public Key key(Parts identity, long start, int part) {
        LayoutKey event = layout.write(identity, RowItems.instant(start, tick));
        String sort = ((SortKey.Text) event.sort()).text();
        return LayoutKeys.key(LayoutKey.of(event.partition(), sort + suffix(part)));
    }

    /** Returns the key of a further part that belongs to one generation of a bucket. */
    Key key(Parts identity, long start, int part, String generation) {
        Key plain = key(identity, start, part);
        return new Key(plain.partition(), Value.of(text(plain) + MARK + generation));
    }

    private static String text(Key key) {
        return ((Value.Text) Objects.requireNonNull(key.sort())).value();
    }

    private static String suffix(int part) {
        return MARK + (char) ('0' + part / 10) + (char) ('0' + part % 10);
    }

    /** Returns the key that an event would have as an item. */
    public Key eventKey(Parts identity, long clock) {
        return LayoutKeys.key(layout.write(identity, RowItems.instant(clock, tick)));
    }

    /** Returns the key of a packed event of the series; empty for any other key, also that of an event before {@link #since}. */
    public Optional<ParsedKey> event(Key key) {
        return anyEvent(key).filter(event -> isPacked(event.clock()));
    }

    private Optional<ParsedKey> anyEvent(Key key) {
        return LayoutKeys.written(key).flatMap(layout::match);
    }

    /** Returns the identity, bucket and part of a block's key; empty for any other key. */
    public Optional<BlockKey> parse(Key key) {
        if (!(key.partition() instanceof Value.Text partition)
                || !(key.sort() instanceof Value.Text sort)
                || sort.value().length() <= MARK_WIDTH) {
            return Optional.empty();
        }
        String text = withoutGeneration(sort.value());
        int mark = text.length() - MARK_WIDTH;
        int part = digit(text.charAt(mark + 1)) * 10 + digit(text.charAt(mark + 2));
        if (!text.startsWith(MARK, mark) || part < 0) {
            return Optional.empty();
        }
        return layout.match(LayoutKey.of(partition.value(), text.substring(0, mark)))
                .map(event -> new BlockKey(event.parts(), ticks(event.clock()), part))
                .filter(block -> bucket(block.start()).from() == block.start());
    }

    private static String withoutGeneration(String sort) {
        int end = sort.length() - GENERATION_WIDTH;
        boolean hasGeneration = end > MARK_WIDTH
                && sort.startsWith(MARK, end)
                && sort.startsWith(MARK, end - MARK_WIDTH)
                && sort.chars().skip(end + 1L).allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
        return hasGeneration ? sort.substring(0, end) : sort;
    }

    private static int digit(char character) {
        return character >= '0' && character <= '9' ? character - '0' : -100;
    }

    /** Returns the events that a query of the table selects, packed or not; null if it selects something else. */
    public @Nullable Selected selected(Query query) {
        if (query.index() != null
                || !(query.sort() instanceof SortCondition.Between between)
                || !(query.partition() instanceof Value.Text)) {
            return null;
        }
        ParsedKey from = anyEvent(new Key(query.partition(), between.low())).orElse(null);
        ParsedKey to = anyEvent(new Key(query.partition(), between.high())).orElse(null);
        if (from == null || to == null) {
            return null;
        }
        long last = ticks(to.clock());
        return new Selected(from.parts(), new TickRange(ticks(from.clock()), last == Long.MAX_VALUE ? last : last + 1));
    }

    /** Returns the query for the blocks that may hold these clocks, all in one partition. */
    public Query blocks(Parts identity, TickRange range) {
        LayoutKey low = layout.write(identity, RowItems.instant(start(range.from()), tick));
        LayoutKey high = layout.write(identity, RowItems.instant(range.to() - 1, tick));
        String from = ((SortKey.Text) low.sort()).text();
        String to = ((SortKey.Text) high.sort()).text() + AFTER_PARTS;
        return Query.of(low.partition()).between(from, to);
    }

    /** Returns the query for the blocks of this bucket and all later ones; null if they may be in several partitions. */
    public @Nullable Query blocksFrom(Parts identity, long start) {
        long end = ticks(LAST_CLOCK);
        return isCut || start >= end ? null : blocks(identity, new TickRange(start, end));
    }

    /** Returns the query for the further parts of a bucket, of all generations. */
    Query furtherParts(Parts identity, long start) {
        LayoutKey event = layout.write(identity, RowItems.instant(start, tick));
        String sort = ((SortKey.Text) event.sort()).text();
        return Query.of(event.partition()).between(sort + suffix(1), sort + AFTER_PARTS);
    }

    /** Returns the query for the blocks that hold the events of a query, with its order and consistency. */
    public Query stored(Query query, TickRange range) {
        SortCondition.Between between = (SortCondition.Between) query.sort();
        ParsedKey first = anyEvent(new Key(query.partition(), between.low())).orElseThrow();
        Query blocks = blocks(first.parts(), range);
        blocks = query.order() == Query.Order.ASCENDING ? blocks : blocks.descending();
        return query.consistency() == Consistency.EVENTUAL ? blocks : blocks.consistent();
    }
}
