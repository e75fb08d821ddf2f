package dev.varve.key.internal;

import dev.varve.key.Grain;
import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.text.ClockDomain;
import dev.varve.key.internal.text.ClockText;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The layout of events or rows with a clock.
 *
 * <p>Keys with the exact clock belong to events. Keys with only a bucket, as in {@code AGG#hourly#{at:hour}}, belong to
 * rows; the clock of a row is the start of its bucket. A layout may have several epochs, each with its own templates;
 * the clock determines the epoch of a key.
 */
public final class SeriesLayout extends Layout {

    private final String clock;
    private final Placeholders placeholders;
    private final List<LayoutEpoch> epochs;
    private final List<String> identity;
    private final List<String> eventParts;

    SeriesLayout(String clock, Placeholders placeholders, List<LayoutEpoch> epochs) {
        this.clock = clock;
        this.placeholders = placeholders;
        this.epochs = List.copyOf(epochs);
        this.identity = List.copyOf(latest().identity());
        this.eventParts =
                parts().stream().filter(part -> !identity.contains(part)).toList();
    }

    /** Returns the key of an event; the clock is truncated by {@link #floor} first. */
    public LayoutKey write(Parts values, Instant clock) {
        Instant stored = floor(clock);
        return epochAt(stored).pair().write(values, stored);
    }

    /** Returns the values and the clock in a key, the exact inverse of {@link #write}; rejects any other key. */
    public ParsedKey parse(LayoutKey key) {
        return match(key).orElseThrow(() -> {
            String reason = latest().pair().read(key).mismatch();
            return latest().pair().mismatch(key, epochs.size() == 1 ? reason : null);
        });
    }

    /** Returns the values and the clock in a key, or empty for a key that {@link #write} does not write. */
    public Optional<ParsedKey> match(LayoutKey key) {
        for (int i = epochs.size() - 1; i >= 0; i--) {
            KeyReader reader = epochs.get(i).pair().read(key);
            if (reader.isMismatch()) {
                continue;
            }
            boolean isPlain = epochs.size() == 1 && reader.isPlain();
            if (isPlain || write(reader.parts(), reader.clock()).equals(key)) {
                return Optional.of(new ParsedKey(reader.parts(), reader.clock()));
            }
        }
        return Optional.empty();
    }

    /** Returns the plan that reads the events of one identity with a clock in {@code [from, to)}. */
    public RangePlan plan(Parts identityValues, TimeRange range) {
        return plan(identityValues, range, keepsExactClock());
    }

    /**
     * Returns the plan that reads the events of one identity with a clock in {@code [from, to)}, for events that store
     * their exact clock outside the key. Use it for an index whose keys have no part behind the clock.
     */
    public RangePlan planExact(Parts identityValues, TimeRange range) {
        return plan(identityValues, range, latest().isExact());
    }

    private RangePlan plan(Parts identityValues, TimeRange range, boolean isExact) {
        for (TemplatePart.Free part : latest().pair().free()) {
            if (identity.contains(part.name())) {
                identityValues.require(part.name(), part.type());
            }
        }
        TimeRange requested = ClockDomain.clamp(range);
        if (!isExact) {
            return new RangePlan(
                    this, identityValues, new TimeRange(ceil(requested.from()), ceil(requested.to())), false);
        }
        var read = new TimeRange(
                tick().floor(requested.from()),
                requested.isEmpty() ? tick().floor(requested.from()) : tick().ceil(requested.to()));
        return new RangePlan(this, identityValues, read, !read.equals(requested) && !requested.isEmpty());
    }

    /** Returns the clock as keys hold it: truncated to the tick, or for rows to the start of the bucket. */
    public Instant floor(Instant clock) {
        ClockDomain.check(clock);
        return epochAt(clock).floor(clock);
    }

    /** Returns the clocks around this one that are written under the same templates into the same bucket of partitions. */
    public TimeRange partitionRange(Instant clock) {
        LayoutEpoch epoch = epochAt(clock);
        return new TimeRange(epoch.bucketStart(clock), epoch.bucketEnd(clock));
    }

    /** Returns the next clock that keys can hold after this one; for rows, the end of its bucket. */
    public Instant next(Instant clock) {
        return ceil(floor(clock).plusNanos(1));
    }

    private Instant ceil(Instant clock) {
        return epochAt(clock).ceil(clock);
    }

    /**
     * Returns whether events store their exact clock outside the key. With a part behind the clock, events of one tick
     * have different keys, and ranges may be finer than the tick.
     */
    public boolean keepsExactClock() {
        return latest().isExact() && !eventParts.isEmpty();
    }

    /** Returns this layout with the buckets of another zone, in all epochs. */
    public SeriesLayout in(ZoneId zone) {
        return SeriesLayoutBuilder.like(this, zone).build();
    }

    /** Returns the name of the clock. */
    public String clock() {
        return clock;
    }

    /** Returns the tick of the clock. */
    public Tick tick() {
        return placeholders.tick();
    }

    /** Returns the names of the identity parts, in order of appearance. */
    public List<String> identity() {
        return identity;
    }

    /**
     * Returns the names of the parts that distinguish events of one identity with the same clock, such as
     * {@code eventId}.
     */
    public List<String> eventParts() {
        return eventParts;
    }

    /** Returns the bucket grain of partitions in the latest epoch; empty if partitions are not bucketed by time. */
    public Optional<Grain> bucket() {
        return finest(latest().buckets());
    }

    /** Returns whether partitions are bucketed by time in any epoch; an unbounded range then has unbounded steps. */
    public boolean isBucketed() {
        return epochs.stream().anyMatch(epoch -> !epoch.buckets().isEmpty());
    }

    /** Returns the grain of rows; empty if keys hold the exact clock. */
    public Optional<Grain> rowGrain() {
        return latest().isExact() ? Optional.empty() : finest(latest().formats());
    }

    /** Returns the number of shards in the latest epoch, 0 for none. */
    public int shards() {
        return latest().pair().shards();
    }

    /** Returns whether partitions have shards in any epoch. */
    public boolean isSharded() {
        return epochs.stream().anyMatch(epoch -> epoch.pair().shards() > 0);
    }

    /** Returns the start of each epoch except the first, in order. */
    public List<Instant> changes() {
        return epochs.stream().skip(1).map(LayoutEpoch::since).toList();
    }

    /** Returns one text per epoch, in order, with everything its keys depend on. */
    public List<String> epochTexts() {
        return epochs.stream()
                .map(epoch -> "\"" + epoch.pair().partition() + "\""
                        + (epoch.pair().sort() == null
                                ? ""
                                : " / \"" + epoch.pair().sort() + "\"")
                        + " in " + epoch.zones()
                        + (epoch.since().equals(ClockDomain.FIRST) ? "" : " since " + ClockText.show(epoch.since())))
                .toList();
    }

    /** Returns whether another layout writes the same keys from the same parts, ignoring the names of the clocks. */
    public boolean writesAs(SeriesLayout other) {
        return clocklessTexts().equals(other.clocklessTexts())
                && latest().pair().free().equals(other.latest().pair().free());
    }

    private List<String> clocklessTexts() {
        return epochTexts().stream()
                .map(text -> text.replace("{" + clock + ":", "{:").replace("{" + clock + "}", "{}"))
                .toList();
    }

    /**
     * Returns whether a range read of this layout may return an item of another layout in the same table.
     *
     * <p>False is certain. True may be a false alarm, because a value is assumed to be any text.
     */
    public boolean mayReturn(Layout other) {
        return epochs.stream().anyMatch(epoch -> other.pairs().stream().anyMatch(pair -> mayReturn(epoch, pair)));
    }

    static boolean mayReturn(LayoutEpoch epoch, TemplatePair other) {
        Template sort = epoch.pair().sort();
        Template otherSort = other.sort();
        if (!TextShape.of(epoch.pair().partition()).meets(TextShape.of(other.partition()))
                || epoch.pair().sortType() != other.sortType()) {
            return false;
        }
        if (sort == null || otherSort == null || epoch.pair().sortType() == SortType.NUMBER) {
            return true;
        }
        return TextShape.ofRange(sort).meets(TextShape.of(otherSort));
    }

    @Override
    public List<String> parts() {
        return latest().pair().free().stream().map(TemplatePart.Free::name).toList();
    }

    @Override
    public SortType sortType() {
        return latest().pair().sortType();
    }

    @Override
    public String describe() {
        String keys = epochs.stream()
                .map(epoch -> (epochs.size() == 1 ? "" : "since " + ClockText.show(epoch.since()) + "\n")
                        + LayoutDescription.of(epoch.pair(), example(epoch)))
                .collect(Collectors.joining("\n"));
        return keys + "\nclock " + clock + ", tick " + tick() + ", zone "
                + latest().zones() + "\nidentity " + identity
                + (eventParts.isEmpty() ? "" : ", event parts " + eventParts);
    }

    private static Instant example(LayoutEpoch epoch) {
        Instant clock = ClockFormat.EXAMPLE_CLOCK;
        if (clock.isBefore(epoch.since())) {
            return epoch.since();
        }
        return epoch.floor(clock.isBefore(epoch.until()) ? clock : epoch.until().minusSeconds(1));
    }

    List<LayoutEpoch> epochs() {
        return epochs;
    }

    @Nullable
    Map<String, PartType> knownParts() {
        return placeholders.parts();
    }

    LayoutEpoch epochAt(Instant clock) {
        int last = epochs.size() - 1;
        while (last > 0 && clock.isBefore(epochs.get(last).since())) {
            last--;
        }
        return epochs.get(last);
    }

    private LayoutEpoch latest() {
        return epochs.get(epochs.size() - 1);
    }

    private static Optional<Grain> finest(List<ClockFormat> formats) {
        return formats.stream().map(ClockFormat::grain).min(Grain::compareTo);
    }

    @Override
    List<TemplatePair> pairs() {
        return epochs.stream().map(LayoutEpoch::pair).toList();
    }
}
