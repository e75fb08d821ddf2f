package dev.varve.series.internal.packed;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.bucket.PreparedRow;
import dev.varve.series.internal.packed.bucket.RowBatch;
import dev.varve.series.internal.packed.row.RecordRows;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.packed.row.RowWrite;
import dev.varve.series.internal.packed.row.Shapes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Appends records to a packed series without a detour through items. */
public final class PackedAppends<E extends Record> {

    private final SeriesDefinition<E> definition;
    private final PackedStore store;
    private final BlockLayout layout;
    private final RowItems items;
    private final RecordRows<E> rows;
    private final Shapes shapes = new Shapes();

    public PackedAppends(SeriesDefinition<E> definition, PackedStore store) {
        this.definition = definition;
        this.store = store;
        this.layout = store.state().layout();
        this.items = store.state().items();
        this.rows = new RecordRows<>(definition, items);
    }

    /** Returns whether events with this clock are packed; others are items. */
    public boolean isPacked(Instant clock) {
        return layout.isPacked(clock);
    }

    /**
     * Returns the write that appends an event; rejects an event that cannot be stored.
     *
     * @param clock the clock of the event, cut to the tick
     */
    public RowWrite write(E event, Instant clock) {
        Parts identity = rows.identity(event);
        layout.requireKey(identity, clock);
        return RowWrite.append(identity, rows.row(event, layout.requireTicks(clock)), definition.conflicts);
    }

    /**
     * Prepares events whose numbers are entries of a map.
     *
     * @param map the component with the numbers
     * @param numbers the entries, in the order in which events give their values
     * @param texts further components
     */
    public PreparedRow prepare(Parts identity, String map, List<String> numbers, Map<String, String> texts) {
        Map<String, String> attributes = new TreeMap<>();
        texts.forEach((component, text) -> attributes.put(attribute(component), text));
        PreparedRow prepared = PreparedRow.of(identity, attribute(map), numbers, attributes);
        layout.requireKey(identity, Instant.EPOCH);
        RowBatch one = batch(1);
        one.add(prepared, 0, new double[numbers.size()], 0);
        items.requireStorable(Objects.requireNonNull(one.row(0)));
        return prepared.sharing(shapes.shared(prepared.shape()));
    }

    private String attribute(String component) {
        return definition.mapping.attribute(component);
    }

    /** Returns how many numbers an event has if it has nothing else beside its identity and clock, otherwise 0. */
    public int numbers() {
        return rows.hasOnlyNumbers() ? rows.shape().size() : 0;
    }

    /** Reads the numbers of an event; returns false if it cannot be prepared. */
    public boolean numbers(E event, double[] to) {
        return rows.numbers(event, to);
    }

    /** Returns a key of the identity of an event: events of one identity have equal ones. */
    public Object identityKey(E event) {
        return rows.identityKey(event);
    }

    /** Prepares the events of an identity that have only numbers; returns null if its keys may be too long. */
    public @Nullable PreparedRow prepare(E event) {
        Parts identity = rows.identity(event);
        return layout.isSurelyShort(identity) ? PreparedRow.of(identity, rows.shape()) : null;
    }

    /** Starts an empty batch, for about as many prepared events as are given. */
    public RowBatch batch(int expected) {
        return new RowBatch(definition.conflicts, expected);
    }

    /** Returns a clock in ticks, to which it is cut; rejects one that packed rows cannot hold. */
    public long ticks(Instant clock) {
        return layout.requireTicks(clock);
    }

    /**
     * Adds a prepared event to a batch; rejects one that cannot be stored.
     *
     * @param values an array with its numbers
     * @param from where they begin
     */
    public void add(RowBatch batch, PreparedRow prepared, long tick, double[] values, int from) {
        batch.add(prepared, tick, values, from);
    }

    /** Rejects numbers that no table can hold: those from one place to another, exclusive. */
    public static void requireStorable(double[] values, int from, int to) {
        PreparedRow.requireStorable(values, from, to);
    }

    /** Carries out the appends of a batch in their order; the batch must not change afterwards. */
    public CompletableFuture<List<RowResult>> append(RowBatch batch) {
        return store.write(batch);
    }

    /** Carries out appends in their order. */
    public CompletableFuture<List<RowResult>> append(List<RowWrite> writes) {
        return store.write(writes);
    }

    /** Returns the item of a stored row of an identity. */
    public Item item(Parts identity, Row stored) {
        return items.item(identity, stored);
    }

    /** Returns the item of a stored row. */
    public Item item(RowWrite write, Row stored) {
        return items.item(write.identity(), stored);
    }
}
