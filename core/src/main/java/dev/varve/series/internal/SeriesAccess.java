package dev.varve.series.internal;

import dev.varve.feed.ChangeHandler;
import dev.varve.internal.AccessHolder;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.SchemaItem;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.series.internal.append.SeriesWrites;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.series.internal.packed.block.StoredBlocks;
import dev.varve.series.internal.packed.packing.HistoryPacker;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The methods of open series that only Varve itself calls. They are package-private in the public types, so that
 * applications do not see them; {@link OpenSeries} registers the one instance when its class is initialised.
 */
public abstract class SeriesAccess {

    private static final AccessHolder<SeriesAccess> HOLDER = new AccessHolder<>(OpenSeries.class);

    /** Returns the instance that {@link OpenSeries} registered. */
    public static SeriesAccess instance() {
        return HOLDER.instance();
    }

    public static void register(SeriesAccess access) {
        HOLDER.register(access);
    }

    /** Returns the keys of the events. */
    public abstract SeriesLayout layout(Series<?> series);

    /** Opens a series; one that has a current record is opened with it. */
    public abstract <E extends Record> OpenSeries<E> open(OpenSchema open, Series<E> declaration);

    /** Opens a series with a current record. */
    public abstract <E extends Record, C extends Record> OpenTrackedSeries<E, C> openTracked(
            OpenSchema open, TrackedSeries<E, C> declaration);

    /** Returns the writes of a series, which also plan the steps of transactions. */
    public abstract <E extends Record> SeriesWrites<E> writes(OpenSeries<E> series);

    /** Returns the rows of a packed series, or null for a series that is not packed. */
    public abstract @Nullable PackedStore packed(OpenSeries<?> series);

    /** Returns the stored blocks of a packed series, or null for a series that is not packed. */
    public abstract @Nullable StoredBlocks blocks(Series<?> series);

    /** Returns what packs the stored items of a series; rejects a series that is not packed from its first event on. */
    public abstract HistoryPacker packer(OpenSchema open, Series<?> series);

    /** Returns the handlers that keep derived data up to date from the changes of the table. */
    public abstract List<ChangeHandler> workers(OpenSeries<?> series);

    /** Completes a backfill of current records that opening the database found necessary. */
    public abstract CompletableFuture<Void> fillCurrent(OpenTrackedSeries<?, ?> series, SchemaItem.Fill fill);
}
