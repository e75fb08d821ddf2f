package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.PartType;
import dev.varve.key.Tick;
import dev.varve.key.ZoneHistory;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a {@link SeriesLayout}; {@link #build} compiles the templates and refuses what would lose events.
 *
 * <pre>{@code
 * Layout.series("at").tick(Tick.SECONDS)
 *     .keys("{deviceId}#{at:month}", "{at}")
 *     .since(july, "{deviceId}#{at:month}#{shard:4}", "{at}")
 *     .build();
 * }</pre>
 */
public final class SeriesLayoutBuilder {

    /** The templates of one epoch; zones of null are those of the epoch before. */
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

    /** Sets the tick of the clock; milliseconds unless said otherwise. */
    public SeriesLayoutBuilder tick(Tick newTick) {
        tick = newTick;
        return this;
    }

    /** Sets the zone that hours, days, months and years follow from the first epoch on; UTC unless said otherwise. */
    public SeriesLayoutBuilder zone(ZoneId newZone) {
        return zones(ZoneHistory.of(newZone));
    }

    /** Sets the zones that hours, days, months and years follow from the first epoch on, one after the other. */
    public SeriesLayoutBuilder zones(ZoneHistory newZones) {
        zones = newZones;
        return this;
    }

    /** Names the free parts there are; any other is refused. Without this, every name is a text. */
    public SeriesLayoutBuilder parts(Map<String, PartType> known) {
        parts = Map.copyOf(known);
        return this;
    }

    /** Names the parts that address one series, to be checked against the templates. */
    public SeriesLayoutBuilder identity(String... names) {
        identity = List.of(names);
        return this;
    }

    /** Sets the templates of the first epoch. */
    public SeriesLayoutBuilder keys(String partition, String sort) {
        return first(partition, sort);
    }

    /** Sets the templates of all epochs; a new one begins where the buckets of the other layout follow another zone. */
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

    /** Sets the template of the first epoch of a layout without a sort key. */
    public SeriesLayoutBuilder keys(String partition) {
        return first(partition, null);
    }

    /** Opens an epoch with other templates for the clocks from {@code since} on, that one included. */
    public SeriesLayoutBuilder since(Instant since, String partition, String sort) {
        return add(since, null, partition, sort);
    }

    /** Opens an epoch with another partition template for the clocks from {@code since} on, that one included. */
    public SeriesLayoutBuilder since(Instant since, String partition) {
        return add(since, null, partition, before().sort());
    }

    /** Opens an epoch whose buckets follow another zone for the clocks from {@code since} on, that one included. */
    public SeriesLayoutBuilder since(Instant since, ZoneId newZone) {
        return add(since, ZoneHistory.of(newZone), before().partition(), before().sort());
    }

    /** Returns the layout, or refuses the declaration with a message that says what to change. */
    public SeriesLayout build() {
        before();
        List<LayoutEpoch> epochs = new ArrayList<>();
        var vocabulary = new Placeholders(clock, tick, zones, parts);
        for (int i = 0; i < declared.size(); i++) {
            Declared epoch = declared.get(i);
            vocabulary = epoch.zones() == null ? vocabulary : vocabulary.in(epoch.zones());
            Instant until = i + 1 < declared.size() ? declared.get(i + 1).since() : ClockDomain.END;
            var pair = new TemplatePair(epoch.partition(), epoch.sort(), vocabulary);
            epochs.add(new LayoutEpoch(pair, vocabulary, epoch.since(), until));
        }
        LayoutRules.check(epochs, clock, identity);
        return new SeriesLayout(clock, vocabulary, epochs);
    }

    /** Returns a declaration with the same templates in another zone. */
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
