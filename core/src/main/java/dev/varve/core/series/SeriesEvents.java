package dev.varve.core.series;

import dev.varve.core.CorruptData;
import dev.varve.core.item.Item;
import dev.varve.core.key.Parsed;
import dev.varve.core.key.Parts;
import dev.varve.core.key.TimeRange;
import dev.varve.core.key.ZoneHistory;
import dev.varve.core.range.RangeQuery;
import dev.varve.core.range.Steps;
import dev.varve.core.rollup.EventSource;
import dev.varve.core.schema.KeyRestore;
import dev.varve.core.schema.OpenSchema;
import dev.varve.core.table.AttributePath;
import dev.varve.core.table.Key;
import dev.varve.core.table.Table;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The events of a series, for what is made of them. */
final class SeriesEvents implements EventSource {

    private final SeriesForm<?> form;
    private final Table table;
    private final Catalogue catalogue;
    private final int parallel;
    private final KeyRestore restore;
    private final @Nullable EntityZones zones;

    SeriesEvents(SeriesForm<?> form, Table table, Catalogue catalogue, OpenSchema open) {
        this.form = form;
        this.table = table;
        this.catalogue = catalogue;
        this.parallel = open.parallel();
        this.zones = form.zoneFrom == null ? null : new EntityZones(form.zoneFrom, open);
        this.restore = KeyRestore.of(table.schema(), form.layout, form.mapping);
    }

    @Override
    public RangeQuery events(Parts identity, TimeRange range) {
        return items(identity, range).only(item -> find(keyOf(item)).isPresent());
    }

    @Override
    public RangeQuery items(Parts identity, TimeRange range) {
        return RangeQuery.of(table, Steps.of(form.layout.plan(identity, range)), form.name + " " + identity, parallel)
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
                        "series.foreign-item", "item %s is not an event of series %s".formatted(key, form.name)))
                .clock();
    }

    @Override
    public Optional<Parsed> find(Key key) {
        return key.written().flatMap(form.layout::match);
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
