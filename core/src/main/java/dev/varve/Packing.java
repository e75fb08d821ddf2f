package dev.varve;

import dev.varve.engine.Engine;
import dev.varve.error.Rejected;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.SchemaItem;
import dev.varve.series.PackingReport;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.packing.HistoryPacker;
import dev.varve.table.BlockingTable;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs the stored items of a series that is declared {@code packed()} from now on. {@link Varve.Opening#packing} returns it.
 *
 * <p>No other process and no other database of this process may use the table meanwhile. If the packing is interrupted, run it
 * again: it continues, and until then the series cannot be opened ({@code schema.converting}).
 */
public final class Packing {

    /** The fact of a series that changes. */
    private static final String PACKED = "packed";

    private static final PackingReport NOTHING = new PackingReport(0, 0, 0, 0, 0);

    private final Engine engine;
    private final Schema schema;
    private final Series<?> series;
    private final int parallel;

    Packing(Engine engine, Schema schema, Series<?> series, int parallel) {
        this.engine = engine;
        this.schema = schema;
        this.series = series;
        this.parallel = parallel;
    }

    /**
     * Packs all events that are stored as items, and records the new declaration. A block is compared with its items before
     * these are removed. Nothing happens if the series is packed already.
     *
     * <p>Rejects an event whose packed form would differ ({@code packing.not-equal}), and a declaration that differs in more than
     * packing ({@code schema.incompatible}).
     *
     * @param progress gets a report after each page of the table
     */
    public PackingReport run(Consumer<PackingReport> progress) {
        OpenSchema open = open();
        HistoryPacker packer = packer(open);
        SchemaItem.Conversion conversion = conversion(open);
        if (conversion == null) {
            return NOTHING;
        }
        // First, because after the begin there is no way back.
        packer.requirePackable();
        BlockingTable.await(conversion.begin());
        PackingReport report = packer.run(progress);
        BlockingTable.await(conversion.end());
        return report;
    }

    /** Finds out what {@link #run} would do and whether every event can be packed. Writes nothing. */
    public PackingReport check(Consumer<PackingReport> progress) {
        OpenSchema open = open();
        HistoryPacker packer = packer(open);
        return conversion(open) == null ? NOTHING : packer.check(progress);
    }

    private SchemaItem.@Nullable Conversion conversion(OpenSchema open) {
        return BlockingTable.await(SchemaItem.converted(open, open.schema().declared(series), PACKED))
                .orElse(null);
    }

    private HistoryPacker packer(OpenSchema open) {
        return SeriesAccess.instance().packer(open, open.schema().declared(series));
    }

    private OpenSchema open() {
        if (EngineUsers.isUsed(engine)) {
            throw new Rejected(
                    "packing.in-use",
                    "a database is open on the engine, and packing series %s would change its items: close it first"
                            .formatted(series.name()));
        }
        Map<String, Table> tables = new HashMap<>();
        for (TableSchema table : schema.tables()) {
            tables.put(table.name(), BlockingTable.await(engine.open(table)));
        }
        return new OpenSchema(schema, tables, engine.clock(), parallel);
    }
}
