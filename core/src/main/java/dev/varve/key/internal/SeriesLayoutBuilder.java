package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.PartType;
import dev.varve.key.Tick;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.text.ClockDomain;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link SeriesLayout}; {@link #build} compiles the templates and rejects declarations that would lose events.
 *
 * <pre>{@code
 * Layout.series("at").tick(Tick.SECONDS)
 *     .keys("{deviceId}#{at:month}", "{at}")
 *     .since(july, "{deviceId}#{at:month}#{shard:4}", "{at}")
 *     .build();
 * }</pre>
 */
public final class SeriesLayoutBuilder {

    /** The templates of one epoch; null zones mean those of the epoch before. */
    private record Declared(
            Instant since,
            @Nullable ZoneHistory zones,
            String partition,
            @Nullable String sort) {}

    private final String clock;
    private Tick tick = Tick.MILLIS;
    private ZoneHistory zones = ZoneHistory.UTC;
    private @Nullable Map<String, PartType> parts;
    private @Nullable List<String> identity;
    private final List<Declared> declared = new ArrayList<>();

    SeriesLayoutBuilder(String clock) {
        this.clock = clock;
    }

    /** Sets the tick of the clock; the default is milliseconds. */
    public SeriesLayoutBuilder tick(Tick newTick) {
        tick = newTick;
        return this;
    }

    /** Sets the zone of the buckets from the first epoch on; the default is UTC. */
    public SeriesLayoutBuilder zone(ZoneId newZone) {
        return zones(ZoneHistory.of(newZone));
    }

    /** Sets the zone history of the buckets from the first epoch on. */
    public SeriesLayoutBuilder zones(ZoneHistory newZones) {
        zones = newZones;
        return this;
    }

    /** Sets the known parts; any other part is rejected. The default accepts every name as a text. */
    public SeriesLayoutBuilder parts(Map<String, PartType> known) {
        parts = Map.copyOf(known);
        return this;
    }

    /** Sets the identity parts; {@link #build} checks them against the templates. */
    public SeriesLayoutBuilder identity(String... names) {
        identity = List.of(names);
        return this;
    }

    /** Sets the templates of the first epoch. */
    public SeriesLayoutBuilder keys(String partition, String sort) {
        return first(partition, sort);
    }

    /** Sets the same templates for all epochs; a new epoch begins where the other layout changes its zone. */
    public SeriesLayoutBuilder keysInZonesOf(SeriesLayout other, String partition, String sort) {
        ZoneHistory last = other.epochs().get(0).zones();
        zones(last).keys(partition, sort);
        for (LayoutEpoch epoch : other.epochs()) {
            if (!epoch.zones().equals(last)) {
                last = epoch.zones();
                add(epoch.since(), last, partition, sort);
            }
        }
        return this;
    }

    /** Sets the partition template of the first epoch, for a layout without a sort key. */
    public SeriesLayoutBuilder keys(String partition) {
        return first(partition, null);
    }

    /** Starts an epoch with other templates at {@code since}, inclusive. */
    public SeriesLayoutBuilder since(Instant since, String partition, String sort) {
        return add(since, null, partition, sort);
    }

    /** Starts an epoch with another partition template at {@code since}, inclusive. */
    public SeriesLayoutBuilder since(Instant since, String partition) {
        return add(since, null, partition, before().sort());
    }

    /** Starts an epoch with another bucket zone at {@code since}, inclusive. */
    public SeriesLayoutBuilder since(Instant since, ZoneId newZone) {
        return add(since, ZoneHistory.of(newZone), before().partition(), before().sort());
    }

    /** Returns the layout; rejects an invalid declaration with a message that says what to change. */
    public SeriesLayout build() {
        before();
        List<LayoutEpoch> epochs = new ArrayList<>();
        var placeholders = new Placeholders(clock, tick, zones, parts);
        for (int i = 0; i < declared.size(); i++) {
            Declared epoch = declared.get(i);
            placeholders = epoch.zones() == null ? placeholders : placeholders.in(epoch.zones());
            Instant until = i + 1 < declared.size() ? declared.get(i + 1).since() : ClockDomain.END;
            var pair = new TemplatePair(epoch.partition(), epoch.sort(), placeholders);
            epochs.add(new LayoutEpoch(pair, placeholders, epoch.since(), until));
        }
        LayoutRules.check(epochs, clock, identity);
        return new SeriesLayout(clock, placeholders, epochs);
    }

    /** Returns a builder with the same templates in another zone. */
    static SeriesLayoutBuilder like(SeriesLayout layout, ZoneId zone) {
        var builder =
                new SeriesLayoutBuilder(layout.clock()).tick(layout.tick()).zone(zone);
        builder.parts = layout.knownParts();
        for (LayoutEpoch epoch : layout.epochs()) {
            Template sort = epoch.pair().sort();
            String partition = epoch.pair().partition().source();
            builder.declared.add(new Declared(epoch.since(), null, partition, sort == null ? null : sort.source()));
        }
        return builder;
    }

    private SeriesLayoutBuilder add(
            Instant since, @Nullable ZoneHistory newZones, String partition, @Nullable String sort) {
        LayoutRules.checkSince(since, before().since());
        declared.add(new Declared(since, newZones, partition, sort));
        return this;
    }

    private SeriesLayoutBuilder first(String partition, @Nullable String sort) {
        if (!declared.isEmpty()) {
            throw new Rejected(
                    "key.keys-twice",
                    "the keys of a layout are given twice, \"" + before().partition() + "\" and \"" + partition
                            + "\"; open an epoch for the second with since(instant, …)");
        }
        if (clock.equals(TemplateParser.SHARD)) {
            throw new Rejected(
                    "key.clock-name", "the clock cannot be named shard, which {shard:n} stands for; rename the clock");
        }
        declared.add(new Declared(ClockDomain.FIRST, null, partition, sort));
        return this;
    }

    private Declared before() {
        if (declared.isEmpty()) {
            throw new Rejected("key.no-keys", "a layout needs templates; give them first with keys(partition, sort)");
        }
        return declared.get(declared.size() - 1);
    }
}
