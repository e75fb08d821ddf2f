package dev.varve.series.internal.read;

import dev.varve.error.CorruptData;
import dev.varve.feed.Change;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.ParsedKey;
import dev.varve.rollup.internal.EventSource;
import dev.varve.rollup.internal.StagedForm;
import dev.varve.rollup.internal.TouchedEvents;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.schema.internal.KeyAttributeReader;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.series.internal.packed.PackedTable;
import dev.varve.table.AttributePath;
import dev.varve.table.Capacity;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The events of a series as the source of its rollup. */
public final class SeriesEvents implements EventSource {

    private final SeriesDefinition<?> definition;
    private final Table table;
    private final Catalogue catalogue;
    private final int parallel;
    private final KeyAttributeReader restore;
    private final @Nullable EntityZones zones;
    private final @Nullable PackedStore packed;
    private final Table reported;

    public SeriesEvents(SeriesDefinition<?> definition, Table table, Catalogue catalogue, OpenSchema open) {
        this.definition = definition;
        this.table = table;
        this.catalogue = catalogue;
        this.parallel = open.parallel();
        this.zones = definition.zoneFrom == null ? null : new EntityZones(definition.zoneFrom, open);
        this.packed = table instanceof PackedTable packedTable ? packedTable.store() : null;
        this.reported = table instanceof PackedTable packedTable ? packedTable.sealed() : table;
        this.restore = KeyAttributeReader.of(table.schema(), definition.layout, definition.mapping);
    }

    @Override
    public RangeQuery events(Parts identity, TimeRange range) {
        return items(identity, range).only(item -> find(keyOf(item)).isPresent());
    }

    @Override
    public @Nullable CompletableFuture<Capacity> forEachColumns(
            Parts identity, TimeRange range, Consumer<EventColumns> each) {
        return packed == null ? null : packed.forEachSealed(identity, range, each);
    }

    @Override
    public RangeQuery allEvents(Parts identity, TimeRange range) {
        return items(table, identity, range).only(item -> find(keyOf(item)).isPresent());
    }

    @Override
    public RangeQuery items(Parts identity, TimeRange range) {
        return items(reported, identity, range);
    }

    private RangeQuery items(Table source, Parts identity, TimeRange range) {
        return RangeQuery.of(
                        source,
                        RangeSteps.of(definition.layout.plan(identity, range)),
                        definition.name + " " + identity,
                        parallel)
                .consistent();
    }

    @Override
    public Key keyOf(Item item) {
        return table.schema().keyOf(item);
    }

    @Override
    public Item restored(Item event) {
        return restore.apply(event);
    }

    @Override
    public Instant clockOf(Item event) {
        Key key = keyOf(event);
        return find(key)
                .orElseThrow(() -> new CorruptData(
                        "series.foreign-item", "item %s is not an event of series %s".formatted(key, definition.name)))
                .clock();
    }

    @Override
    public StagedForm stagedForm() {
        return new StagedItems<>(definition, table.schema());
    }

    @Override
    public Optional<ParsedKey> find(Key key) {
        return LayoutKeys.written(key).flatMap(definition.layout::match);
    }

    @Override
    public void touched(Change change, TouchedEvents each) {
        if (packed != null) {
            packed.touched(change, each);
        }
        // A packed series may have been stored as items before, or has items before the instant since which it is
        // packed.
        EventSource.super.touched(change, each);
    }

    @Override
    public List<TimeRange> open(Parts identity, TimeRange range) {
        return packed == null ? List.of() : packed.open(identity, range);
    }

    @Override
    public @Nullable Runnable whenFollowed(Change change) {
        return packed == null ? null : packed.whenFollowed(change);
    }

    @Override
    public boolean isReportedLate() {
        return packed != null;
    }

    @Override
    public Map<Parts, List<TimeRange>> open(TimeRange range) {
        return packed == null ? Map.of() : packed.open(range);
    }

    @Override
    public @Nullable CompletableFuture<Capacity> forEachOpenColumns(
            Parts identity, TimeRange range, Consumer<EventColumns> each) {
        return packed == null ? null : packed.forEachOpen(identity, range, each);
    }

    @Override
    public CompletableFuture<ZoneHistory> zonesOf(Parts identity) {
        return zones == null ? EventSource.super.zonesOf(identity) : zones.of(identity);
    }

    @Override
    public RangeQuery members(Instant since) {
        String month = YearMonth.from(since.atOffset(ZoneOffset.UTC)).toString();
        return catalogue
                .entries(parallel)
                .consistent()
                .where(AttributePath.attr(Catalogue.MONTH).from(month));
    }

    @Override
    public Parts member(Item entry) {
        return catalogue.read(entry);
    }

    @Override
    public CompletableFuture<Boolean> isListed(Parts identity) {
        return catalogue.isListed(identity);
    }
}
