package dev.varve.series;

import dev.varve.error.Rejected;
import dev.varve.feed.ChangeHandler;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.MixedReadCheck;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.SchemaItem;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.append.Appender;
import dev.varve.series.internal.append.PlainAppender;
import dev.varve.series.internal.append.SeriesWrites;
import dev.varve.series.internal.append.TransactionalAppender;
import dev.varve.series.internal.current.CurrentItems;
import dev.varve.series.internal.current.CurrentStore;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.series.internal.packed.PackedTable;
import dev.varve.series.internal.packed.block.StoredBlocks;
import dev.varve.series.internal.packed.packing.HistoryPacker;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.Table;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Opens series, and gives the rest of Varve what applications do not see of them. */
final class OpenSeriesAccess extends SeriesAccess {

    @Override
    public SeriesLayout layout(Series<?> series) {
        return series.layout();
    }

    @Override
    public @Nullable StoredBlocks blocks(Series<?> series) {
        return series.form().packed == null ? null : new StoredBlocks(series.form());
    }

    @Override
    public HistoryPacker packer(OpenSchema open, Series<?> series) {
        if (series.form().packed == null || series.form().packedSince != null) {
            throw new Rejected(
                    "packing.declaration",
                    "series %s is not declared with packed(): pass the declaration that it shall have from now on"
                            .formatted(series.name()));
        }
        return new HistoryPacker(series.form(), open.tableOf(series), open.clock(), open.parallel());
    }

    @Override
    public <E extends Record> OpenSeries<E> open(OpenSchema open, Series<E> declaration) {
        Series<E> series = open.schema().declared(declaration);
        if (series instanceof TrackedSeries<E, ?> tracked) {
            return openTracked(open, tracked);
        }
        StoredSeries<E> stored = series.form().packed == null
                ? StoredSeries.of(open, series.form(), open.tableOf(series))
                : StoredSeries.packed(open, series.form(), open.tableOf(series));
        Appender<E> appender = new PlainAppender<>(stored.table(), stored.items(), series.form().conflicts);
        return new OpenSeries<>(
                series, stored, new SeriesWrites<>(stored, appender, null), NewestPackedEvent.of(stored));
    }

    @Override
    public <E extends Record, C extends Record> OpenTrackedSeries<E, C> openTracked(
            OpenSchema open, TrackedSeries<E, C> declaration) {
        TrackedSeries<E, C> series = open.schema().declared(declaration);
        StoredSeries<E> stored = StoredSeries.of(open, series.form(), open.tableOf(series));
        Placement placement = series.placements().stream()
                .filter(each -> each.role().equals("current"))
                .findFirst()
                .orElseThrow();
        Table table = open.tableOf(series, placement);
        CurrentStore<C> current = new CurrentStore<>(
                table, series.current(), new CurrentItems<>(series.form(), series.current(), table.schema()));
        return new OpenTrackedSeries<>(
                series,
                stored,
                writes(series, stored, current),
                current,
                new MixedReadCheck(open.schema(), series, placement));
    }

    private static <E extends Record> SeriesWrites<E> writes(
            TrackedSeries<E, ?> series, StoredSeries<E> stored, CurrentStore<?> current) {
        if (series.currentMode() != CurrentMode.TRANSACTIONAL) {
            return new SeriesWrites<>(
                    stored, new PlainAppender<>(stored.table(), stored.items(), series.form().conflicts), null);
        }
        return new SeriesWrites<>(
                stored,
                new TransactionalAppender<>(
                        stored, current.items(), current.definition().declared.late()),
                current);
    }

    @Override
    public <E extends Record> SeriesWrites<E> writes(OpenSeries<E> series) {
        return series.writes();
    }

    @Override
    public @Nullable PackedStore packed(OpenSeries<?> series) {
        return series.stored().table() instanceof PackedTable table ? table.store() : null;
    }

    @Override
    public List<ChangeHandler> workers(OpenSeries<?> series) {
        return series.workers();
    }

    @Override
    public CompletableFuture<Void> fillCurrent(OpenTrackedSeries<?, ?> series, SchemaItem.Fill fill) {
        return series.fillCurrent(fill);
    }
}
